import { counted } from '../lib/format/numbers.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import type { SyncSummary } from '../../db/queries/status/sync-status.ts';
import { reasonInWords } from './reason-in-words.ts';

/** How long an edit may wait to be sent while the connection is said to stand, milliseconds. */
export const STALLED_MS = 30_000;

/** Of a connection where something answers: our server with a fault, or what stands between. */
export const TROUBLE = 'The server is not responding correctly';

/** By the person, or because the device is to spare data. */
export type UploadsPaused = keyof typeof HELD;
const HELD = { paused: 'Uploads are paused', sparing: 'Data saver is on' };

export interface SyncSentence {
  text: string;
  /** Shown instead on narrow screens. Screen readers still read the text. */
  brief?: string;
  tone: 'calm' | 'busy' | 'waiting' | 'attention';
}

/**
 * When (epoch milliseconds) the oldest unsent edit has waited too long, whatever the connection claims; null = nothing
 * waits, or the connection itself is known not to stand and is said so.
 */
export function stallsAt({ connection, unsent, oldestUnsentAt }: SyncSummary): number | null {
  const claimed = connection === 'online' || connection === 'connecting';
  if (!claimed || unsent === 0 || oldestUnsentAt === null) return null;
  return Date.parse(oldestUnsentAt) + STALLED_MS;
}

/** How much there is that only the person can settle: refused edits, and files that do not go by themselves. */
export function needsAttention(summary: SyncSummary): number {
  return summary.rejected + notUploaded(summary) + summary.undecidedFiles + summary.unfiled;
}

function notUploaded({ failedFiles, filesNotHere }: SyncSummary): number {
  return failedFiles + filesNotHere;
}

/**
 * What the indicator says. Where several things hold, the one that the person can do something about. `stalled`: the
 * instant of `stallsAt` has passed; `copying`: files are being copied to this device, and the page must stay; `held`: what
 * keeps files from being sent, null = nothing.
 */
export function syncSentence(
  summary: SyncSummary,
  stalled: boolean,
  { copying = false, held = null, now }: { copying?: boolean; held?: UploadsPaused | null; now?: Date } = {},
): SyncSentence {
  const { connection, rejected, oldestUnsentAt } = summary;
  const waiting = summary.unsent + summary.unsentFiles;
  // Offline, the person must know both: what needs them, and that nothing is being sent.
  const attention = (text: string): SyncSentence => {
    const brief = `${needsAttention(summary)} to review`;
    return connection === 'offline'
      ? { text: `Offline – ${text}`, brief: `Offline, ${brief}`, tone: 'attention' }
      : { text, brief, tone: 'attention' };
  };
  if (rejected > 0) return attention(counted(rejected, 'change was refused', 'changes were refused'));
  if (notUploaded(summary) > 0) {
    return attention(counted(notUploaded(summary), 'file was not uploaded', 'files were not uploaded'));
  }
  if (summary.undecidedFiles > 0) {
    return attention(counted(summary.undecidedFiles, 'file needs your decision', 'files need your decision'));
  }
  if (summary.unfiled > 0) {
    return attention(counted(summary.unfiled, 'file needs a transaction', 'files need a transaction'));
  }
  if (copying) return { text: 'Copying files…', tone: 'busy' };
  if (stalled && oldestUnsentAt !== null) {
    const since = formatDateTime(oldestUnsentAt, now);
    return {
      text: `${counted(summary.unsent, 'change', 'changes')} not sent since ${since}`,
      tone: 'waiting',
    };
  }
  // Of files that are held nothing is being saved; edits are.
  const claimed = connection === 'online' || connection === 'connecting';
  if (claimed && held !== null && summary.unsent === 0 && summary.unsentFiles > 0) {
    const files = `${counted(summary.unsentFiles, 'file', 'files')} waiting`;
    return { text: `${HELD[held]} – ${files}`, tone: 'waiting' };
  }
  switch (connection) {
    case 'offline':
      return {
        ...(waiting > 0
          ? {
              text: `Offline – ${waitingWork(summary)} on this device`,
              brief: counting('Offline', waiting),
            }
          : { text: 'Offline' }),
        tone: 'waiting',
      };
    case 'trouble':
      return {
        text: withWaiting(TROUBLE, summary),
        brief: counting('Server problem', waiting),
        tone: 'waiting',
      };
    case 'signed_out':
      return {
        text: withWaiting('Signed out', summary),
        brief: counting('Signed out', waiting),
        tone: 'waiting',
      };
    case 'update_needed':
      return { text: withWaiting('Reload to update', summary), tone: 'attention' };
    case 'connecting':
      return waiting > 0 ? { text: 'Saving…', tone: 'busy' } : { text: 'Connecting…', tone: 'busy' };
    default:
      return waiting > 0
        ? { text: 'Saving…', tone: 'busy' }
        : { text: 'All changes saved', brief: 'Saved', tone: 'calm' };
  }
}

function counting(state: string, waiting: number): string {
  return waiting > 0 ? `${state} (${waiting})` : state;
}

function withWaiting(state: string, summary: SyncSummary): string {
  const waiting = summary.unsent + summary.unsentFiles;
  return waiting > 0 ? `${state} – ${waitingWork(summary)} waiting` : state;
}

/** Changes and files, each counted: `2 changes and 1 file`. */
function waitingWork({ unsent, unsentFiles }: SyncSummary): string {
  return [
    ...(unsent > 0 ? [counted(unsent, 'change', 'changes')] : []),
    ...(unsentFiles > 0 ? [counted(unsentFiles, 'file', 'files')] : []),
  ].join(' and ');
}

/**
 * What the dialog adds: what is still to be sent, when the server last answered, and what is wrong. While something needs the
 * person, or files are being copied, it does not say that nothing is waiting: that would read as if nothing were left to do.
 */
export function syncDetail(summary: SyncSummary, copying = false): string {
  const { connection, lastContactAt, lastError } = summary;
  const waiting = summary.unsent + summary.unsentFiles;
  const sentences = [
    waiting > 0 || !(copying || needsAttention(summary) > 0) ? waitingInWords(summary) : null,
    lastContactAt === null ? null : `The server last answered at ${formatDateTime(lastContactAt)}.`,
    // That there is no network is said already.
    lastError === null || connection === 'offline' ? null : reasonInWords(lastError),
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

function waitingInWords(summary: SyncSummary): string {
  const waiting = summary.unsent + summary.unsentFiles;
  if (waiting === 0) return 'Nothing is waiting to be sent.';
  const [are, them] = waiting === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${waitingWork(summary)} ${are} kept on this device until the server has ${them}.`;
}
