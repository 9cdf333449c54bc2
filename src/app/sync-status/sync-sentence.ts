import type { SyncSummary } from '../../db/queries/status/sync-status.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { SYNC_STATUS } from './sync-status-copy.ts';

/** How long an edit may wait while the connection seems to work, ms. */
export const STALLED_MS = 30_000;

/** Why uploads are paused: by the user, or because data saver is on. */
export type UploadsPaused = keyof typeof SYNC_STATUS.uploadsPaused;

export interface SyncSentence {
  text: string;
  /** Shown instead of `text` on narrow screens. Screen readers still read `text`. */
  brief?: string;
  tone: 'calm' | 'busy' | 'waiting' | 'attention';
}

/**
 * Returns when (epoch ms) the oldest unsent edit counts as stalled; null = nothing is waiting, or the indicator already says
 * why.
 */
export function stallsAt({ connection, unsent, oldestUnsentAt }: SyncSummary): number | null {
  if (!claimsToWork(connection) || unsent === 0 || oldestUnsentAt === null) return null;
  return Date.parse(oldestUnsentAt) + STALLED_MS;
}

function claimsToWork(connection: SyncSummary['connection']): boolean {
  return connection === 'online' || connection === 'connecting';
}

/** Returns how many rejected edits and files are waiting for the user. */
export function needsAttention(summary: SyncSummary): number {
  return summary.rejected + notUploaded(summary) + summary.undecidedFiles + summary.unfiled;
}

function notUploaded({ failedFiles, filesNotHere }: SyncSummary): number {
  return failedFiles + filesNotHere;
}

/**
 * Returns the sentence of the indicator. If several apply, it is the one that the user can act on. `stalled`: the time of
 * `stallsAt` has passed. `copying`: files are being copied to this device. `held`: why uploads are paused; null = they are not.
 */
export function syncSentence(
  summary: SyncSummary,
  stalled: boolean,
  { copying = false, held = null, now }: { copying?: boolean; held?: UploadsPaused | null; now?: Date } = {},
): SyncSentence {
  const { connection, unsent, unsentFiles, oldestUnsentAt } = summary;
  const attention = attentionOf(summary);
  if (attention !== null) return attentionSentence(attention, summary);
  if (copying) return { text: SYNC_STATUS.copying, tone: 'busy' };
  if (stalled && oldestUnsentAt !== null)
    return {
      text: SYNC_STATUS.stalled(unsent, formatDateTime(oldestUnsentAt, now)),
      tone: 'waiting',
    };
  // Paused uploads don't stop edits from being sent.
  if (claimsToWork(connection) && held !== null && unsent === 0 && unsentFiles > 0)
    return {
      text: SYNC_STATUS.waiting(SYNC_STATUS.uploadsPaused[held], SYNC_STATUS.work(0, unsentFiles)),
      tone: 'waiting',
    };
  return connectionSentence(summary);
}

function attentionOf(summary: SyncSummary): string | null {
  if (summary.rejected > 0) return SYNC_STATUS.rejected(summary.rejected);
  if (notUploaded(summary) > 0) return SYNC_STATUS.notUploaded(notUploaded(summary));
  if (summary.undecidedFiles > 0) return SYNC_STATUS.undecided(summary.undecidedFiles);
  return summary.unfiled > 0 ? SYNC_STATUS.unfiled(summary.unfiled) : null;
}

/** Offline, the user must know both what needs them and that nothing is being sent. */
function attentionSentence(text: string, summary: SyncSummary): SyncSentence {
  const brief = SYNC_STATUS.review(needsAttention(summary));
  return summary.connection === 'offline'
    ? { text: SYNC_STATUS.offlineAnd(text), brief: SYNC_STATUS.offlineAndBrief(brief), tone: 'attention' }
    : { text, brief, tone: 'attention' };
}

function connectionSentence(summary: SyncSummary): SyncSentence {
  const { connection, unsent, unsentFiles } = summary;
  const waiting = unsent + unsentFiles;
  const work = SYNC_STATUS.work(unsent, unsentFiles);
  const withWork = (state: string) => (waiting > 0 ? SYNC_STATUS.waiting(state, work) : state);
  switch (connection) {
    case 'offline':
      return waiting > 0
        ? {
            text: SYNC_STATUS.offlineAnd(SYNC_STATUS.onDevice(work)),
            brief: SYNC_STATUS.brief(SYNC_STATUS.offline, waiting),
            tone: 'waiting',
          }
        : { text: SYNC_STATUS.offline, tone: 'waiting' };
    case 'trouble':
      return {
        text: withWork(SYNC_STATUS.trouble),
        brief: SYNC_STATUS.brief(SYNC_STATUS.troubleBrief, waiting),
        tone: 'waiting',
      };
    case 'signed_out':
      return {
        text: withWork(SYNC_STATUS.signedOut),
        brief: SYNC_STATUS.brief(SYNC_STATUS.signedOut, waiting),
        tone: 'waiting',
      };
    case 'update_needed':
      return { text: withWork(SYNC_STATUS.outdated), tone: 'attention' };
    case 'connecting':
      return { text: waiting > 0 ? SYNC_STATUS.saving : SYNC_STATUS.connecting, tone: 'busy' };
    default:
      return waiting > 0
        ? { text: SYNC_STATUS.saving, tone: 'busy' }
        : { text: SYNC_STATUS.saved, brief: SYNC_STATUS.savedBrief, tone: 'calm' };
  }
}
