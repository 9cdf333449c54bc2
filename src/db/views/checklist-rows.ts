import {
  numberRows,
  type ChecklistLayout,
  type NumberedRow,
} from '../../contract/rules/checklist/number-rows.ts';
import type { ChecklistContent, ChecklistEntry } from './checklist-snapshot.ts';

/** A visible row of the checklist. */
export type ChecklistRow = NumberedRow<ChecklistEntry>;

/** The checklist as flat rows in reading order, numbered by the binder format. */
export function checklistRows(content: ChecklistContent, layout: ChecklistLayout): ChecklistRow[] {
  return numberRows(content, layout);
}
