import type { NoticeRow } from '../../db/rows.ts';
import { pushToast } from './toast-store.ts';

/** Module state, so that a notice is not shown again after a visit to /login. */
const seen = new Set<string>();

/**
 * Shows notices as toasts, each of them once. Notices that already existed when the page started must be in the range `between`
 * (ISO); null = the notices arrived while the page was open. Their dates are then ignored, because the clock may have been
 * changed.
 */
export function showNotices(
  notices: readonly NoticeRow[],
  between: { since: string; now: string } | null,
): void {
  for (const { id, at, level, message, lasting = false } of notices) {
    if (seen.has(id)) continue;
    seen.add(id);
    const isOfThisPage = between === null || (at >= between.since && at <= between.now);
    if (isOfThisPage) pushToast({ id, level, message, lasting });
  }
}
