import type { ChecklistContent } from '../../db/views/checklist-snapshot.ts';

/**
 * The row that a link leads to, by its element: `?row=`, or `?itemId=` (core spec 2), whose place is known once its item has
 * been read. Null = to none, or to none yet.
 */
export function linkedRow(
  params: URLSearchParams,
  { entries }: Pick<ChecklistContent, 'entries'>,
): string | null {
  const row = params.get('row');
  const item = params.get('itemId');
  if (row !== null || item === null) return row;
  for (const entry of entries.values()) if (entry.item?.uuid === item) return entry.uuid;
  return null;
}
