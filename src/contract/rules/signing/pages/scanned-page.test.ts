import { describe, expect, it } from 'vitest';
import { isUnmatched, readShortCode, shortCodesIn } from './scanned-page.ts';

const CODE = 'CP-ABCDEFGH234567OI';

describe('a short code that somebody types', () => {
  it.each([CODE, 'cp-abcdefgh234567oi', 'CP ABCD EFGH 2345 67OI', 'ABCDEFGH234567OI', 'CP-ABCDEFGH23456701'])(
    'is read from “%s”',
    (typed) => expect(readShortCode(typed)).toBe(CODE),
  );

  it.each(['', 'CP-', 'CP-ABCDEFGH234567O', 'CP-ABCDEFGH234567OIA', 'CP-ABCDEFGH234567O9'])(
    'isn’t found in “%s”',
    (typed) => expect(readShortCode(typed)).toBeNull(),
  );
});

describe('the short codes in a text', () => {
  it('are found on two lines, each once', () => {
    const text = `Signature Page\nCP-ABCDEFGH\r\n234567OI and again CP-ABCDEFGH 234567OI`;
    expect(shortCodesIn(text)).toEqual([CODE]);
  });

  it('aren’t found in a text with something similar', () => {
    expect(shortCodesIn('CP-2024 is the number of the matter.')).toEqual([]);
  });
});

describe('a returned page', () => {
  it('needs a decision unless it is matched, blank, a title page, a continuation sheet, replaced or set aside', () => {
    expect(isUnmatched({ assignments: [], outcome: 'no_code' })).toBe(true);
    expect(isUnmatched({ assignments: [], outcome: 'second_scan' })).toBe(true);
    for (const outcome of ['blank', 'front_matter', 'continuation', 'replaced', 'set_aside'] as const)
      expect(isUnmatched({ assignments: [], outcome })).toBe(false);
    expect(isUnmatched({ assignments: ['a'], outcome: null })).toBe(false);
  });
});
