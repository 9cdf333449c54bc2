import type { SyncSummary } from '../../db/queries/status/sync-status.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { SYNC_DIALOG } from './sync-dialog-copy.ts';
import { needsAttention } from './sync-sentence.ts';
import { SYNC_STATUS } from './sync-status-copy.ts';

/**
 * Returns what the dialog adds to the indicator: what still has to be sent, when the server last responded, and what is wrong.
 * It does not say that nothing is waiting while something needs the user or files are being copied.
 */
export function syncDetail(summary: SyncSummary, copying = false): string {
  const { connection, lastContactAt, lastError, unsent, unsentFiles } = summary;
  const waiting = unsent + unsentFiles;
  const isIdle = !copying && needsAttention(summary) === 0;
  const sentences = [
    ...(waiting > 0 ? [SYNC_DIALOG.waiting(SYNC_STATUS.work(unsent, unsentFiles), waiting)] : []),
    ...(waiting === 0 && isIdle ? [SYNC_DIALOG.nothingWaiting] : []),
    ...(lastContactAt === null ? [] : [SYNC_DIALOG.lastContact(formatDateTime(lastContactAt))]),
    // The indicator already says that there is no connection.
    ...(lastError === null || connection === 'offline' ? [] : [lastError]),
  ];
  return sentences.join(' ');
}
