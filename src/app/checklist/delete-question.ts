import { placesIn, TOP } from '../../contract/rules/checklist/child-lists.ts';
import { canBeRestoredFromActivity } from '../lib/format/restore-copy.ts';
import { counted } from '../lib/format/numbers.ts';
import { isMissing, type ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';

export interface DeleteQuestion {
  title: string;
  text: string;
  confirm: string;
}

/** What to ask before deleting; null for an empty header, which is as easily added again. */
export function deleteQuestion(
  snapshot: ChecklistSnapshot,
  chosen: ReadonlySet<string>,
): DeleteQuestion | null {
  const entries = [...chosen].flatMap((uuid) => snapshot.entries.get(uuid) ?? []);
  const [first] = entries;
  if (!first) return null;
  const left = (uuid: string) =>
    (snapshot.lists.get(uuid) ?? []).filter((child) => snapshot.entries.has(child) && !chosen.has(child))
      .length;
  if (entries.length > 1) {
    const moved = entries.some((entry) => left(entry.uuid) > 0);
    return {
      title: `Delete ${entries.length} entries?`,
      text: `Documents among them are deleted with their files.${entries.some(isMissing) ? ' Some have not loaded on this device; they are deleted for everyone too.' : ''}${moved ? ' Other entries under them move up.' : ''} ${canBeRestoredFromActivity('They')}`,
      confirm: `Delete ${entries.length} entries`,
    };
  }
  const children = left(first.uuid);
  if (first.kind === 'header') {
    if (children === 0) return null;
    const parent = placesIn(snapshot.lists).get(first.uuid)?.parent ?? TOP;
    const where = parent === TOP ? 'to the top level' : `under “${snapshot.entries.get(parent)?.name ?? ''}”`;
    const under =
      children === 1
        ? 'The entry under it moves'
        : `The ${counted(children, 'entry', 'entries')} under it move`;
    return {
      title: `Delete the header “${first.name}”?`,
      text: `${under} up ${where}. No document is deleted. ${canBeRestoredFromActivity('The header')}`,
      confirm: 'Delete header',
    };
  }
  const attachments =
    children > 0 ? ` Its ${counted(children, 'attachment', 'attachments')} will move up.` : '';
  const notHere = isMissing(first)
    ? ' Its content has not loaded on this device, but it is deleted for everyone.'
    : '';
  return {
    title: `Delete “${first.name}”?`,
    text: `This removes it from the checklist${first.item?.document ? ' together with its file and any earlier versions' : ''}.${notHere}${attachments} ${canBeRestoredFromActivity('It')}`,
    confirm: 'Delete',
  };
}
