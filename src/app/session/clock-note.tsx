import { clockOffInWords } from './clock-off-in-words.ts';
import { Callout } from '../ui/status/callout.tsx';

/** Says that the device's clock is off: what is due, and which day it is, go by it. */
export function ClockNote({ aheadMs, className }: { aheadMs: number; className: string | undefined }) {
  return (
    <Callout role="status" tone="warning" className={className}>
      {clockOffInWords(aheadMs)} What is due, and which day is today, may be wrong here until it is set right.
    </Callout>
  );
}
