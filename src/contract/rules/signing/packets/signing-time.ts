/** How far a device's local time may be from UTC, in minutes: from Baker Island to Kiribati. */
export const LEAST_UTC_OFFSET = -720;
export const MOST_UTC_OFFSET = 840;

const MINUTE_MS = 60_000;

/**
 * Returns when a page was signed, by the server's clock. The device says when, and when it sent that, by its own clock. Only
 * the difference between the two counts, so it doesn't matter whether the device's clock is right.
 * @param notBefore when the packet was sent, because nobody signs it earlier. An impossible time is replaced by `now`
 */
export function signingTime(
  { at, sentAt }: { at: Date | null; sentAt: Date | null },
  { now, notBefore }: { now: Date; notBefore: Date },
): Date {
  if (at === null || sentAt === null) return now;
  const signed = new Date(now.getTime() - (sentAt.getTime() - at.getTime()));
  return signed > now || signed < notBefore ? now : signed;
}

/**
 * Returns the local day of an instant, as it is printed on a page.
 * @param utcOffset the difference between the local time and UTC, in minutes
 */
export function signingDay(at: Date, utcOffset: number): string {
  const local = new Date(at.getTime() + utcOffset * MINUTE_MS);
  return local.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
