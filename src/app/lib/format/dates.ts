const longDay = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

const longMoment = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

const DAY = 86_400_000;

/** Returns an ISO date (without a time) as "Nov 24, 2026". */
export function formatDate(isoDate: string): string {
  return day.format(localMidnight(isoDate));
}

/** Returns a day as a heading: "Today", "Yesterday" or "Tuesday, November 24, 2026". */
export function formatDayHeading(isoDate: string, now: Date): string {
  const when = daysUntil(isoDate, now);
  if (when === 'today') return 'Today';
  return when === 'yesterday' ? 'Yesterday' : longDay.format(localMidnight(isoDate));
}

/** Returns the time of an ISO instant as "6:41 PM". */
export function formatTime(isoInstant: string): string {
  return time.format(new Date(isoInstant));
}

/** Returns an ISO instant as "6:41 PM" on the same day, "Nov 24, 6:41 PM" in the same year, and else with its year. */
export function formatDateTime(isoInstant: string, now: Date = new Date()): string {
  const instant = new Date(isoInstant);
  if (instant.toDateString() === now.toDateString()) return time.format(instant);
  return instant.getFullYear() === now.getFullYear() ? moment.format(instant) : longMoment.format(instant);
}

/** Returns an ISO instant as "Nov 24, 2026, 6:41 PM", for records that are read on their own. */
export function formatFullDateTime(isoInstant: string): string {
  return longMoment.format(new Date(isoInstant));
}

/** Returns "today", "tomorrow", "in 12 days" or "3 days ago", counted in calendar days of the local time zone. */
export function daysUntil(isoDate: string, now: Date): string {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.round((localMidnight(isoDate).getTime() - today.getTime()) / DAY);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

/** Returns the local day of an instant, by default today, as an ISO date. */
export function isoDay(at: Date = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** `new Date('2026-08-14')` would be midnight UTC, which is still the day before in New York. */
function localMidnight(isoDate: string): Date {
  const [year = 0, month = 1, date = 1] = isoDate.split('-').map(Number);
  return new Date(year, month - 1, date);
}
