import { placesIn, TOP } from '../../contract/rules/checklist/child-lists.ts';
import { isMissing, type ChecklistEntry, type ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';
import { DELETION } from './checklist-copy.ts';

export interface DeleteQuestion {
  title: string;
  text: string;
  confirm: string;
}

/** Returns what to ask before deleting; null for an empty header, which is easy to add again. */
export function deleteQuestion(
  snapshot: ChecklistSnapshot,
  chosen: ReadonlySet<string>,
): DeleteQuestion | null {
  const entries = [...chosen].flatMap((uuid) => snapshot.entries.get(uuid) ?? []);
  const [first] = entries;
  if (!first) return null;
  const remaining = (uuid: string) =>
    (snapshot.lists.get(uuid) ?? []).filter((child) => snapshot.entries.has(child) && !chosen.has(child))
      .length;
  if (entries.length > 1)
    return manyQuestion(
      entries,
      entries.some((entry) => remaining(entry.uuid) > 0),
    );
  if (first.kind !== 'header') return oneQuestion(first, remaining(first.uuid));
  return remaining(first.uuid) === 0 ? null : headerQuestion(snapshot, first, remaining(first.uuid));
}

function manyQuestion(entries: readonly ChecklistEntry[], moved: boolean): DeleteQuestion {
  const copy = DELETION.many;
  return {
    title: copy.title(entries.length),
    text: sentences(
      entries.some(({ kind }) => kind === 'item') && copy.text,
      entries.some(isMissing) && copy.notHere,
      moved && copy.moved,
      copy.restorable,
    ),
    confirm: copy.confirm(entries.length),
  };
}

function headerQuestion(
  snapshot: ChecklistSnapshot,
  { uuid, name }: ChecklistEntry,
  children: number,
): DeleteQuestion {
  const copy = DELETION.header;
  const parent = placesIn(snapshot.lists).get(uuid)?.parent ?? TOP;
  const where = parent === TOP ? copy.toTop : copy.toParent(snapshot.entries.get(parent)?.name ?? '');
  return { title: copy.title(name), text: copy.text(children, where), confirm: copy.confirm };
}

function oneQuestion(entry: ChecklistEntry, attachments: number): DeleteQuestion {
  const copy = DELETION.one;
  const isTask = entry.kind === 'task';
  return {
    title: copy.title(entry.name),
    text: sentences(
      isTask ? copy.task : entry.item?.document ? copy.documentWithFile : copy.document,
      isMissing(entry) && copy.notHere,
      attachments > 0 && copy.attachments(attachments),
      copy.restorable,
    ),
    confirm: isTask ? copy.confirm.task : copy.confirm.item,
  };
}

function sentences(...parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join(' ');
}
