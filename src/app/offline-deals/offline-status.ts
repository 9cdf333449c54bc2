import type { OfflineRoom, OfflineProgress } from '../../db/queries/offline/offline-progress.ts';
import { counted, formatSize } from '../lib/format/numbers.ts';

/** What the sentence depends on beside the deal. */
interface Around {
  /** Whether the server can be reached, as far as is known. */
  reachable: boolean;
  /** The room for all kept deals, bytes. */
  budget: number;
}

/** How a deal that is kept is on this device. It says “all” only where nothing of it is missing. */
export function offlineSentence(standing: OfflineProgress, around: Around): string {
  const { pulled, bytes, preparing, failed } = standing;
  if (!pulled) return around.reachable ? 'Downloading to this device' : 'Not downloaded yet: no connection';
  return [
    documentsInWords(standing, around),
    isReadableHere(standing) && bytes > 0 ? formatSize(bytes) : '',
    preparing > 0 ? `${preparing} still being prepared` : '',
    failed > 0 ? `${failed} could not be converted` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The same in the few words that a list has room for. */
export function offlineMark(standing: OfflineProgress): string {
  const { pulled, purged, here, total, preparing, failed, automatic } = standing;
  if (automatic) return 'Available offline';
  if (pulled && purged) return 'Checklist kept on this device';
  // Its page says what could not be converted; where that is all there is, nothing is kept.
  if (isComeToEnd(standing) && (total > 0 || failed === 0)) return 'Kept on this device';
  const all = total + preparing + failed;
  return pulled && all > 0 ? `${here} of ${all} documents kept` : 'Not downloaded yet';
}

/** Whether lists and headings mention the copy. An automatic one is mentioned only when it is complete. */
export function isMarked(standing: OfflineProgress): boolean {
  return !standing.automatic || (isComeToEnd(standing) && standing.total > 0);
}

/** Whether all of it is here, and can be read here: no document is still being prepared, could not be, or was removed with its deal's. */
export function isAllHere(standing: OfflineProgress): boolean {
  return isComeToEnd(standing) && standing.failed === 0 && !standing.purged;
}

/** Whether nothing more of it is to come: what could not be converted never will. */
export function isComeToEnd(standing: OfflineProgress): boolean {
  return isReadableHere(standing) && standing.preparing === 0;
}

/** Whether all that can be read by now is here. */
function isReadableHere({ pulled, here, total, viewer }: OfflineProgress): boolean {
  return pulled && here === total && (viewer || total === 0);
}

function documentsInWords(standing: OfflineProgress, { reachable, budget }: Around): string {
  const { purged, here, total, preparing, failed, viewer, stop } = standing;
  if (purged) return 'The files were archived and removed; the checklist is on this device';
  if (total === 0)
    return preparing + failed > 0
      ? 'No document can be read yet; the checklist is on this device'
      : 'No documents yet; the checklist is on this device';
  if (isReadableHere(standing)) {
    const which = preparing + failed > 0 ? 'readable ' : '';
    return total === 1
      ? `The only ${which}document is on this device`
      : `All ${total} ${which}documents on this device`;
  }
  const far =
    here === total && !viewer
      ? `${counted(here, 'document', 'documents')} on this device, but not yet the viewer`
      : `${here} of ${counted(total, 'document', 'documents')} on this device`;
  if (stop === 'budget') return `Stopped at the budget of ${formatSize(budget)}: ${far}`;
  if (stop === 'no_room') return `Stopped because this device is full: ${far}`;
  if (!reachable || stop === 'unreachable')
    return here === 0
      ? 'Not downloaded yet: no connection'
      : `${far}; the rest follows when you are back online`;
  if (stop === 'spares_data') return `Waiting for an unmetered connection: ${far}`;
  if (stop === 'trouble') return `${far}; the rest could not be downloaded, trying again`;
  return `Downloading: ${far}`;
}

/** The room that kept deals take, and have. */
export function roomInWords({ deals, used, budget }: OfflineRoom): string {
  if (deals === 0) return `None; there may be up to ${formatSize(budget)}`;
  return `${counted(deals, 'transaction', 'transactions')}, ${formatSize(used)} of ${formatSize(budget)}`;
}
