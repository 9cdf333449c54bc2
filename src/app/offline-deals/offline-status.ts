import type { OfflineProgress } from '../../db/queries/offline/offline-progress.ts';
import { formatSize } from '../lib/format/numbers.ts';
import { OFFLINE_MARK, OFFLINE_STATUS } from './offline-copy.ts';

/** What the sentence depends on besides the deal. */
interface Conditions {
  /** Whether the server can be reached, as far as we know. */
  reachable: boolean;
  /** The space for all offline deals, bytes. */
  budget: number;
}

/** Returns the state of an offline copy. It says "all" only if nothing is missing. */
export function offlineSentence(progress: OfflineProgress, conditions: Conditions): string {
  const { pulled, bytes, preparing, failed } = progress;
  if (!pulled) return conditions.reachable ? OFFLINE_STATUS.downloading : OFFLINE_STATUS.noConnection;
  return OFFLINE_STATUS.join([
    documentsSentence(progress, conditions),
    ...(isReadableHere(progress) && bytes > 0 ? [formatSize(bytes)] : []),
    ...(preparing > 0 ? [OFFLINE_STATUS.preparing(preparing)] : []),
    ...(failed > 0 ? [OFFLINE_STATUS.failed(failed)] : []),
  ]);
}

/** Returns the same in a few words, for lists. */
export function offlineMark(progress: OfflineProgress): string {
  const { pulled, purged, here, total, preparing, failed, automatic } = progress;
  if (automatic) return OFFLINE_MARK.automatic;
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

/** Returns whether every document of the deal is here and readable. */
export function isComplete(progress: OfflineProgress): boolean {
  return isFinished(progress) && progress.failed === 0 && !progress.purged;
}

/** Returns whether nothing more will be downloaded. Documents that could not be converted never will be. */
export function isFinished(progress: OfflineProgress): boolean {
  return isReadableHere(progress) && progress.preparing === 0;
}

/** Returns whether everything that can be read by now is here. */
function isReadableHere({ pulled, here, total, viewer }: OfflineProgress): boolean {
  return pulled && here === total && (viewer || total === 0);
}

function documentsSentence(progress: OfflineProgress, { reachable, budget }: Conditions): string {
  const { purged, here, total, preparing, failed, viewer, stop } = progress;
  const isPartial = preparing + failed > 0;
  if (purged) return OFFLINE_STATUS.purged;
  if (total === 0) return isPartial ? OFFLINE_STATUS.noneReadable : OFFLINE_STATUS.noDocuments;
  if (isReadableHere(progress))
    return isPartial ? OFFLINE_STATUS.allReadable(total) : OFFLINE_STATUS.all(total);
  const part =
    here === total && !viewer ? OFFLINE_STATUS.withoutViewer(here) : OFFLINE_STATUS.part(here, total);
  if (stop === 'budget') return OFFLINE_STATUS.overBudget(budget, part);
  if (stop === 'no_room') return OFFLINE_STATUS.deviceFull(part);
  if (!reachable || stop === 'unreachable')
    return here === 0 ? OFFLINE_STATUS.noConnection : OFFLINE_STATUS.restLater(part);
  if (stop === 'spares_data') return OFFLINE_STATUS.metered(part);
  return stop === 'trouble' ? OFFLINE_STATUS.retrying(part) : OFFLINE_STATUS.downloadingPart(part);
}
