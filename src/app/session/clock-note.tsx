import { Callout } from '../ui/status/callout.tsx';
import { clockWarning } from './session-copy.ts';

/** Warns that the device's clock is wrong, because due dates and the current day depend on it. */
export function ClockNote({ aheadMs, className }: { aheadMs: number; className: string | undefined }) {
  return (
    <Callout role="status" tone="warning" className={className}>
      {clockWarning(aheadMs)}
    </Callout>
  );
}
