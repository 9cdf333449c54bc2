import { describe, expect, it } from 'vitest';
import { signingDay, signingTime } from './signing-time.ts';

const now = new Date('2026-11-24T10:00:00Z');
const clock = { now, notBefore: new Date('2026-11-20T10:00:00Z') };
const day = (iso: string) => new Date(`2026-11-${iso}Z`);

describe('signingTime', () => {
  it('counts back from the moment of receipt, whatever the device’s clock says', () => {
    const hourBefore = new Date('2026-11-24T09:00:00Z');
    expect(signingTime({ at: day('24T09:00:00'), sentAt: now }, clock)).toEqual(hourBefore);
    const in1999 = (time: string) => new Date(`1999-01-01T${time}Z`);
    expect(signingTime({ at: in1999('03:00:00'), sentAt: in1999('04:00:00') }, clock)).toEqual(hourBefore);
  });

  it('is the moment of receipt if the device gives no time, or an impossible one', () => {
    expect(signingTime({ at: null, sentAt: null }, clock)).toEqual(now);
    expect(signingTime({ at: day('25T10:00:00'), sentAt: now }, clock)).toEqual(now);
    expect(signingTime({ at: day('19T10:00:00'), sentAt: now }, clock)).toEqual(now);
  });
});

describe('signingDay', () => {
  it('is the signatory’s own day', () => {
    const late = new Date('2026-11-24T23:30:00Z');
    expect(signingDay(late, 0)).toBe('November 24, 2026');
    expect(signingDay(late, 60)).toBe('November 25, 2026');
    expect(signingDay(new Date('2026-11-24T03:00:00Z'), -300)).toBe('November 23, 2026');
  });
});
