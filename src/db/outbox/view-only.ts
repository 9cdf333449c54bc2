import type { TransactionRow } from '../rows.ts';

export const VIEW_ONLY_SENTENCE = 'You can view this transaction, but you can’t change it.';

/** The person may only view the deal: the edit is kept nowhere. Its name is what is left of it between a worker and its page. */
export class ViewOnlyError extends Error {
  override readonly name = 'ViewOnlyError';

  constructor() {
    super(VIEW_ONLY_SENTENCE);
  }
}

/** Whether the person may look at a deal and change nothing in it. */
export function isViewOnly(deal: Pick<TransactionRow, 'access'> | undefined): boolean {
  return deal?.access === 'view';
}
