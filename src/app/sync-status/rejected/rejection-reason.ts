import type { RejectedRow } from '../../../db/rows.ts';
import { REASONS } from '../sync-dialog-copy.ts';

/** Returns why the server rejected an edit. Its sentence for a missing row doesn't say why it is missing, except for a restore. */
export function rejectionReason({
  name,
  code,
  reason,
}: Pick<RejectedRow, 'name' | 'code' | 'reason'>): string {
  if (code !== 'not_found' || name === 'deleted.restore' || name === 'file.upload') return reason;
  return REASONS.missing;
}
