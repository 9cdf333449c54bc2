import type { ReactNode } from 'react';
import type { DealStep } from '../../db/queries/status/last-synced.ts';
import { counted } from '../lib/format/numbers.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { useDelayed } from '../ui/status/use-delayed.ts';

/** While the server can be reached an edit gets there sooner than this, ms: nobody has to read that it has not yet. */
const WORTH_SAYING = 1000;

/** Says whether a deal is synced, or what of it is not sent yet; null if there is nothing to say. */
export function useSyncedLabel(step: DealStep | undefined): ReactNode {
  const worthSaying = useDelayed(step?.kind === 'ahead', WORTH_SAYING);
  switch (step?.kind) {
    case 'never':
      return 'Not on this device yet';
    case 'in_step':
      return (
        <>
          Synced at <time dateTime={step.at}>{formatDateTime(step.at)}</time>
        </>
      );
    case 'ahead':
      return worthSaying ? aheadInWords(step) : null;
    default:
      return null;
  }
}

function aheadInWords({ changes, files }: Extract<DealStep, { kind: 'ahead' }>): string {
  const work = [
    ...(changes > 0 ? [counted(changes, 'change', 'changes')] : []),
    ...(files > 0 ? [counted(files, 'file', 'files')] : []),
  ];
  return work.length > 0 ? `${work.join(' and ')} on this device only` : 'Not synced yet';
}
