import { DAY_MS } from '../../../retention.ts';

/** How many days before closing a reminder can be sent, and the maximum number of reminders. */
export const REMINDER_DAYS_MAX = 60;
export const REMINDERS_MAX = 10;

/** The default days on which signatories are reminded. */
export const USUAL_REMINDER_DAYS = [7, 3, 1] as const;

/** Reminders are sent in the morning in New York and the afternoon in London. The hour is in UTC. */
const HOUR_MS = 13 * 3_600_000;

/**
 * Returns when the reminder that is now due became due, according to the deal's schedule: the last one, if several were
 * missed. Null before the first one and after closing.
 * @param days before closing
 * @param closingDate as in 2026-11-30
 */
export function reminderDueSince(days: readonly number[], closingDate: string, now: Date): Date | null {
  const closing = Date.parse(closingDate);
  if (now.getTime() >= closing + DAY_MS) return null;
  const times = days.map((day) => closing - day * DAY_MS + HOUR_MS).filter((time) => time <= now.getTime());
  return times.length === 0 ? null : new Date(Math.max(...times));
}
