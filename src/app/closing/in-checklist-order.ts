import type { NumberingFormat } from '../../contract/rules/checklist/numbering.ts';
import { checklistRows } from '../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';

const NO_COLLAPSED: ReadonlySet<string> = new Set();

/** Returns a function that sorts rows about documents into checklist order. */
export function inChecklistOrder(
  snapshot: ChecklistSnapshot,
  format: NumberingFormat,
): <Row extends { item: string }>(rows: readonly Row[]) => Row[] {
  const rows = checklistRows(snapshot, { collapsed: NO_COLLAPSED, format });
  const places = new Map(rows.flatMap(({ entry }, index) => (entry.item ? [[entry.item.uuid, index]] : [])));
  const placeOf = ({ item }: { item: string }) => places.get(item) ?? rows.length;
  return (unordered) => unordered.toSorted((one, other) => placeOf(one) - placeOf(other));
}
