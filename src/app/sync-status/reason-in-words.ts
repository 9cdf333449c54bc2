import type { RejectedRow } from '../../db/rows.ts';
import { REASONS } from './sync-dialog-copy.ts';

/** The specification's general sentence for a status without a sentence of its own (docs/product/api.md). */
const GENERAL = /^ApiFetch error general (\d{3})$/;

/** Returns why a request failed, for users. Most reasons already are sentences. */
export function reasonInWords(reason: string): string {
  const status = GENERAL.exec(reason)?.[1];
  if (status !== undefined) return REASONS.serverProblem(status);
  return reason === 'Error parsing JSON response' ? REASONS.incomplete : reason;
}

/** Returns why the server rejected an edit. Its sentence for a missing row doesn't say why it is missing, except for a restore. */
export function rejectionReason({
  name,
  code,
  reason,
}: Pick<RejectedRow, 'name' | 'code' | 'reason'>): string {
  if (code !== 'not_found' || name === 'deleted.restore' || name === 'file.upload') return reason;
  return REASONS.missing;
}
