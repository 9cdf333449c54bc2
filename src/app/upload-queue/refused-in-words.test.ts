import { describe, expect, it } from 'vitest';
import { refusedInWords } from './refused-in-words.ts';

const FULL = 'There is not enough room on this device.';
const full = (name: string) => ({ name, reason: FULL });

describe('files that could not be taken', () => {
  it('are named with the reason', () => {
    expect(refusedInWords([full('a.pdf')])).toEqual([`a.pdf: ${FULL}`]);
  });

  it('are said once for one reason, however many they are', () => {
    expect(refusedInWords([full('a.pdf'), full('b.pdf')])).toEqual([`a.pdf and 1 more file: ${FULL}`]);
    expect(refusedInWords(Array.from({ length: 200 }, (_, at) => full(`${at}.pdf`)))).toEqual([
      `0.pdf and 199 more files: ${FULL}`,
    ]);
  });

  it('fill no screen, and none is left out of the count', () => {
    const each = [1, 2, 3, 4, 5].map((at) => ({ name: `${at}.pdf`, reason: `Reason ${at}.` }));
    expect(refusedInWords(each)).toEqual([
      '1.pdf: Reason 1.',
      '2.pdf: Reason 2.',
      '3.pdf: Reason 3.',
      '2 more files could not be added.',
    ]);
  });
});
