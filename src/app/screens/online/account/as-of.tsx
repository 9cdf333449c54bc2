import { formatMoment } from '../../../lib/dates.ts';
import { Note } from '../../../ui/callout.tsx';

/** Why something is not as it stands at the server just now, and from when it is. */
export function AsOf({ problem, askedAt }: { problem: string | null; askedAt: string | null }) {
  if (problem === null) return null;
  return (
    <Note role="status">
      {askedAt === null
        ? `It has not been loaded to this device yet. ${problem}`
        : `As of ${formatMoment(askedAt)}. ${problem}`}
    </Note>
  );
}
