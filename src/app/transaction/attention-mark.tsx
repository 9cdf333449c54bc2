import { Badge } from '../ui/status/badge.tsx';

/** Not in attention-copy.ts, because the list of transactions loads this mark before anything else. */
const COPY = 'Needs attention';

/** Marks a deal that needs the user's attention, with the reasons once they are known. */
export function AttentionMark({ reasons }: { reasons: string | undefined }) {
  return <Badge tone="warning">{reasons ? `${COPY}: ${reasons}` : COPY}</Badge>;
}
