import type { ChecklistContent } from '../../db/views/checklist-snapshot.ts';

/**
 * The row that a link leads to, by its element: `?row=`, or `?itemId=` (core spec 2) or `?task=`, whose place is known once
 * it has been read. Null = to none, or to none yet.
 */
export function linkedRow(
  params: URLSearchParams,
  { entries }: Pick<ChecklistContent, 'entries'>,
): string | null {
  const row = params.get('row');
  const linked = params.get('itemId') ?? params.get('task');
  if (row !== null || linked === null) return row;
  for (const { uuid, item, task } of entries.values()) {
    if (item?.uuid === linked || task?.uuid === linked) return uuid;
  }
  return null;
}
