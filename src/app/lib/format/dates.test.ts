import { describe, expect, it } from 'vitest';
import { daysUntil } from './dates.ts';

describe('the days until a closing', () => {
  const lateEvening = new Date(2026, 7, 14, 23, 50);

  it('counts calendar days, not hours', () => {
    expect(daysUntil('2026-08-14', lateEvening)).toBe('today');
    expect(daysUntil('2026-08-15', lateEvening)).toBe('tomorrow');
    expect(daysUntil('2026-08-26', lateEvening)).toBe('in 12 days');
  });

  it('says how long ago a date was', () => {
    expect(daysUntil('2026-08-13', lateEvening)).toBe('yesterday');
    expect(daysUntil('2026-07-31', lateEvening)).toBe('14 days ago');
  });

  it('stays correct across a change of daylight saving time', () => {
    expect(daysUntil('2026-10-30', new Date(2026, 9, 20, 12))).toBe('in 10 days');
  });
});
