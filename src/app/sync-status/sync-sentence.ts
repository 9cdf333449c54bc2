import { counted } from '../parts/counted.ts';
import type { SyncSummary } from '../../db/queries/sync-status.ts';

export interface SyncSentence {
  text: string;
  tone: 'calm' | 'busy' | 'waiting' | 'attention';
}

/** What the indicator says. Where several things hold, the one that the person can do something about. */
export function syncSentence(summary: SyncSummary): SyncSentence {
  const { connection, rejected } = summary;
  const waiting = summary.unsent + summary.unsentFiles;
  if (rejected > 0) {
    return { text: counted(rejected, 'needs attention', 'need attention'), tone: 'attention' };
  }
  if (summary.failedFiles > 0) {
    const text = counted(summary.failedFiles, 'file was not uploaded', 'files were not uploaded');
    return { text, tone: 'attention' };
  }
  switch (connection) {
    case 'offline':
      return {
        text: waiting > 0 ? `Offline – ${counted(waiting, 'change', 'changes')} on this device` : 'Offline',
        tone: 'waiting',
      };
    case 'trouble':
      return { text: withWaiting('The server is not answering as it should', waiting), tone: 'waiting' };
    case 'signed_out':
      return { text: withWaiting('Signed out', waiting), tone: 'waiting' };
    case 'update_needed':
      return { text: withWaiting('Reload to update', waiting), tone: 'attention' };
    case 'connecting':
      return waiting > 0 ? { text: 'Saving…', tone: 'busy' } : { text: 'Connecting…', tone: 'busy' };
    default:
      return waiting > 0 ? { text: 'Saving…', tone: 'busy' } : { text: 'All changes saved', tone: 'calm' };
  }
}

function withWaiting(state: string, waiting: number): string {
  return waiting > 0 ? `${state} – ${counted(waiting, 'change waits', 'changes wait')}` : state;
}
