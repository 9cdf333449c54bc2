import { formatDateTime } from '../../../lib/format/dates.ts';
import { Callout } from '../../../ui/status/callout.tsx';
import { FRAME } from './account-copy.ts';

/** Says why a list could not be refreshed, and how old it is. */
export function AsOf({ problem, askedAt }: { problem: string | null; askedAt: string | null }) {
  if (problem === null) return null;
  return (
    <Callout role="status">
      {askedAt === null ? FRAME.neverLoaded(problem) : FRAME.loadedAt(formatDateTime(askedAt), problem)}
    </Callout>
  );
}
