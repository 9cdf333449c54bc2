import { describe, expect, it } from 'vitest';
import { findHits, joinText, markedParts, nextHit, type PageText } from './page-text.ts';

/** A page with these lines, each in a single piece. */
function page(...lines: string[]): PageText {
  return joinText(lines.map((str) => ({ str, hasEOL: true })));
}

/** The highlighted parts of each page. */
function found(pages: (PageText | undefined)[], words: string): string[] {
  return findHits(pages, words).map(
    (hit) => `${hit.page}: ${pages[hit.page - 1]!.text.slice(hit.start, hit.end)}`,
  );
}

describe('findHits', () => {
  it('finds text on every page, in page order', () => {
    const pages = [page('Escrow Agent'), page('None'), page('the escrow', 'and an Escrow')];
    expect(found(pages, 'escrow')).toEqual(['1: Escrow', '3: escrow', '3: Escrow']);
  });

  it.each([
    ['over the end of a line', page('the Purchase', 'Price is'), 'purchase price', '1: Purchase\nPrice'],
    ['through several spaces', page('Purchase   Price'), 'purchase price', '1: Purchase   Price'],
    ['with accents that were not typed', page('Société Générale'), 'societe gen', '1: Société Gén'],
    ['with combining accents', page('Socie\u0301te'), 'societe', '1: Socie\u0301te'],
    ['set with ligatures', page('an oﬃcer of'), 'officer', '1: oﬃcer'],
    ['with printed quotation marks', page('the “Seller’s” share'), `"seller's"`, '1: “Seller’s”'],
    ['with a long dash', page('Section 2 – Closing'), '2 - c', '1: 2 – C'],
    [
      'with a soft hyphen in them',
      page('indemni\u00ADfication'),
      'indemnification',
      '1: indemni\u00ADfication',
    ],
    ['after a character of two code units', page('𝒜 clause'), 'clause', '1: clause'],
  ])('finds words %s', (_how, text, words, expected) => {
    expect(found([text], words)).toEqual([expected]);
  });

  it('finds nothing on unread pages, and nothing for an empty search', () => {
    expect(found([undefined, page('escrow')], 'escrow')).toEqual(['2: escrow']);
    expect(found([page('escrow')], '  ')).toEqual([]);
  });

  it('returns hits that do not overlap', () => {
    expect(found([page('aaaa')], 'aa')).toHaveLength(2);
  });
});

it('the marked parts of the pieces add up to the hit, regardless of how the text is split', () => {
  const text = joinText([
    { str: 'the Purch', hasEOL: false },
    { str: '', hasEOL: false },
    { str: 'ase Price', hasEOL: true },
    { str: 'is due', hasEOL: true },
  ]);
  const [hit] = findHits([text], 'purchase price is');
  expect(markedParts(text, hit!)).toEqual([
    { piece: 0, from: 4, to: 9 },
    { piece: 2, from: 0, to: 10 },
    { piece: 3, from: 0, to: 2 },
  ]);
});

describe('nextHit', () => {
  const hits = [1, 4, 9].map((number) => ({ page: number, start: 0, end: 1 }));

  it('starts at the page in view', () => {
    expect(nextHit(hits, -1, 1, 4)).toBe(1);
    expect(nextHit(hits, -1, 1, 5)).toBe(2);
    expect(nextHit(hits, -1, 1, 10)).toBe(0);
  });

  it('wraps around in both directions', () => {
    expect([nextHit(hits, 2, 1, 9), nextHit(hits, 0, -1, 1), nextHit(hits, 0, 1, 1)]).toEqual([0, 2, 1]);
    expect(nextHit([], -1, 1, 1)).toBe(-1);
  });
});
