import type { ReactNode } from 'react';
import type { DealStep } from '../../db/queries/status/last-synced.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { useDelayed } from '../ui/status/use-delayed.ts';
import { SYNC_STATUS, SYNCED_LABEL } from './sync-status-copy.ts';

/** Online, an edit usually arrives sooner than this, ms. Without the delay, the label would flicker. */
const DELAY_MS = 1000;

/** Returns when a deal was synced, or how much of it still has to be sent; null = nothing to show. */
export function useSyncedLabel(step: DealStep | undefined): ReactNode {
  const isDelayed = useDelayed(step?.kind === 'ahead', DELAY_MS);
  switch (step?.kind) {
    case 'never':
      return SYNCED_LABEL.never;
    case 'in_step':
      return (
        <>
          {SYNCED_LABEL.syncedAt} <time dateTime={step.at}>{formatDateTime(step.at)}</time>
        </>
      );
    case 'ahead':
      return isDelayed ? unsentLabel(step) : null;
    default:
      return null;
  }
}

function unsentLabel({ changes, files }: Extract<DealStep, { kind: 'ahead' }>): string {
  return changes + files > 0
    ? SYNCED_LABEL.onDeviceOnly(SYNC_STATUS.work(changes, files))
    : SYNCED_LABEL.notSynced;
}
