import { formatDateTime } from '../../../lib/format/dates.ts';
import { Callout } from '../../../ui/status/callout.tsx';

/** Why something is not as it stands at the server just now, and from when it is. */
export function AsOf({ problem, askedAt }: { problem: string | null; askedAt: string | null }) {
  if (problem === null) return null;
  return (
    <Callout role="status">
      {askedAt === null
        ? `It has not been loaded to this device yet. ${problem}`
        : `As of ${formatDateTime(askedAt)}. ${problem}`}
    </Callout>
  );
}
