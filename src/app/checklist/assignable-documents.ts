import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import type { ChecklistContent } from '../../db/views/checklist-snapshot.ts';
import type { AssignableDocument } from '../signing/documents/assign-documents-dialog.tsx';

/**
 * Returns the selected documents that can be assigned to signatories, in reading order. A selected header includes the
 * documents under it.
 */
export function assignableAmong(
  { lists, entries }: Pick<ChecklistContent, 'lists' | 'entries'>,
  chosen: ReadonlySet<string>,
): AssignableDocument[] {
  const found: AssignableDocument[] = [];
  const seen = new Set<string>();
  const walk = (parent: string, isUnderChosen: boolean): void => {
    for (const uuid of lists.get(parent) ?? []) {
      if (seen.has(uuid)) continue;
      seen.add(uuid);
      const entry = entries.get(uuid);
      const item = entry?.item;
      const isChosen = isUnderChosen || chosen.has(uuid);
      if (item && isChosen && !item.fullyExecuted)
        found.push({ uuid: item.uuid, name: item.name, isMarked: item.forSigning });
      walk(uuid, isUnderChosen || (entry?.kind === 'header' && isChosen));
    }
  };
  walk(TOP, false);
  return found;
}
