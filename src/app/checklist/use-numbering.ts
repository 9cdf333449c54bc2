import { useState } from 'react';
import { isSameNumbering, numberingOf, type BinderFormat } from '../../contract/rules/checklist/numbering.ts';
import type { TransactionRow } from '../../db/rows.ts';

/**
 * The numbering of a deal. It is the same object until the numbering changes, although the deal's row is replaced by each
 * pull: the rows of the checklist are laid out again when this object is another one.
 */
export function useNumbering(deal: Pick<TransactionRow, 'binderFormatStructure'> | null): BinderFormat {
  const present = numberingOf(deal);
  const [kept, setKept] = useState(present);
  if (isSameNumbering(kept, present)) return kept;
  setKept(present);
  return present;
}
