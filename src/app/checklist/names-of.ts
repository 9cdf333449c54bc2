import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';

/** What an act is about, as it is said of it: the name of one, the number of several. */
export function namesOf({ entries }: ChecklistSnapshot, uuids: readonly string[]): string {
  const [first = ''] = uuids;
  return uuids.length === 1 ? `“${entries.get(first)?.name ?? ''}”` : `${uuids.length} entries`;
}
