import { counted } from '../lib/format/numbers.ts';

const HOUR_MS = 60 * 60_000;

/** From so many hours on it is said in days. */
const IN_DAYS = 20;

/** By how much a clock is off; an hour or two is as likely its time zone. */
export function clockOffInWords(aheadMs: number): string {
  const hours = Math.round(Math.abs(aheadMs) / HOUR_MS);
  const off =
    hours < IN_DAYS ? counted(hours, 'hour', 'hours') : counted(Math.round(hours / 24), 'day', 'days');
  const what = hours < IN_DAYS ? 'The clock of this device, or its time zone,' : 'The clock of this device';
  return `${what} is about ${off} ${aheadMs > 0 ? 'ahead' : 'behind'}.`;
}
