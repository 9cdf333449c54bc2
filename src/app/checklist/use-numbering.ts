import { useState } from 'react';
import { isSameNumbering, numberingOf, type BinderFormat } from '../../contract/rules/checklist/numbering.ts';
import type { TransactionRow } from '../../db/rows.ts';

/**
 * Returns the numbering of a deal: the same object until the numbering changes, although every pull replaces the deal's row.
 * A new object would lay out all rows of the checklist again.
 */
export function useNumbering(deal: Pick<TransactionRow, 'binderFormatStructure'> | null): BinderFormat {
  const present = numberingOf(deal);
  const [last, setLast] = useState(present);
  if (isSameNumbering(last, present)) return last;
  setLast(present);
  return present;
}
