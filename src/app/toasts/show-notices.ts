import type { NoticeRow } from '../../db/rows.ts';
import { pushToast } from './toast-store.ts';

/** Outlives the screens: a notice shown before a visit to /login is not shown again after it. */
const seen = new Set<string>();

/**
 * Brings notices to the toaster, each once. `between` (ISO): of those that were found, and did not come while one looked, only
 * what was made then is of this page. When the others were made is not looked at: the clock may have been set meanwhile.
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
