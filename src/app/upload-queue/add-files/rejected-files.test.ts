import { describe, expect, it } from 'vitest';
import { rejectedSentences } from './rejected-files.ts';

const FULL = 'There is not enough room on this device.';
const full = (name: string) => ({ name, reason: FULL });

describe('files that could not be added', () => {
  it('are named together with the reason', () => {
    expect(rejectedSentences([full('a.pdf')])).toEqual([`a.pdf: ${FULL}`]);
  });

  it('share one sentence if the reason is the same', () => {
    expect(rejectedSentences([full('a.pdf'), full('b.pdf')])).toEqual([`a.pdf and 1 more file: ${FULL}`]);
    expect(rejectedSentences(Array.from({ length: 200 }, (_, at) => full(`${at}.pdf`)))).toEqual([
      `0.pdf and 199 more files: ${FULL}`,
    ]);
  });

  it('are described in at most three sentences, and the rest are counted', () => {
    const each = [1, 2, 3, 4, 5].map((at) => ({ name: `${at}.pdf`, reason: `Reason ${at}.` }));
    expect(rejectedSentences(each)).toEqual([
      '1.pdf: Reason 1.',
      '2.pdf: Reason 2.',
      '3.pdf: Reason 3.',
      '2 more files couldn’t be added.',
    ]);
  });
});
