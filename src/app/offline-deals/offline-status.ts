import type { OfflineProgress } from '../../db/queries/offline/offline-progress.ts';

// Lists load this file before their first paint, so it stays small: sentences about offline copies are in offline-sentence-copy.ts.

/** The state of an offline copy in a few words, for lists. */
const OFFLINE_MARK = {
  kept: 'Kept on this device',
  keptChecklist: 'Checklist kept on this device',
  part: (here: number, all: number) => `${here} of ${all} documents kept`,
  notDownloaded: 'Not downloaded yet',
};

/** Returns the state of an offline copy in a few words, for lists. */
export function offlineMark(progress: OfflineProgress): string {
  const { pulled, purged, here, total, preparing, failed, automatic } = progress;
  if (automatic) return OFFLINE_MARK.kept;
  if (pulled && purged) return OFFLINE_MARK.keptChecklist;
  // A copy with some failed conversions counts as kept, because its page names them. One with nothing else does not.
  if (isFinished(progress) && (total > 0 || failed === 0)) return OFFLINE_MARK.kept;
  const all = total + preparing + failed;
  return pulled && all > 0 ? OFFLINE_MARK.part(here, all) : OFFLINE_MARK.notDownloaded;
}

/** Returns whether lists and headers mention the copy. An automatic one is mentioned only when it is complete. */
export function isMarked(progress: OfflineProgress): boolean {
  return !progress.automatic || (isFinished(progress) && progress.total > 0);
}

/** Returns whether every document of the deal is on this device and readable. */
export function isComplete(progress: OfflineProgress): boolean {
  return isFinished(progress) && progress.failed === 0 && !progress.purged;
}

/** Returns whether nothing more will be downloaded. Documents that could not be converted never will be. */
export function isFinished(progress: OfflineProgress): boolean {
  return isReadableHere(progress) && progress.preparing === 0;
}

/** Returns whether everything that can be read so far is on this device. */
export function isReadableHere({ pulled, here, total, viewer }: OfflineProgress): boolean {
  return pulled && here === total && (viewer || total === 0);
}
