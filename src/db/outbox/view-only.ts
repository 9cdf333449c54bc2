import type { TransactionRow } from '../rows.ts';

export const VIEW_ONLY_SENTENCE = 'You can view this transaction, but you can’t change it.';

/**
 * The user can only view the deal, so the edit isn't stored anywhere. Between a worker and its page, only the error's name
 * survives.
 */
export class ViewOnlyError extends Error {
  override readonly name = 'ViewOnlyError';

  constructor() {
    super(VIEW_ONLY_SENTENCE);
  }
}

/** Returns whether the user can only view a deal. */
export function isViewOnly(deal: Pick<TransactionRow, 'access'> | undefined): boolean {
  return deal?.access === 'view';
}
