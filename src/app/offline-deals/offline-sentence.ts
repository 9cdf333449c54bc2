import type { OfflineProgress } from '../../db/queries/offline/offline-progress.ts';
import { formatSize } from '../lib/format/numbers.ts';
import { OFFLINE_STATUS } from './offline-sentence-copy.ts';
import { isReadableHere } from './offline-status.ts';

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
