import { describe, expect, test } from 'vitest';
import { isChanged, sameLookingPage, whySignAgain } from './carry-over.ts';

const signed = {
  isGiven: true,
  isDeed: false,
  title: { signed: 'Lease', today: 'Lease' },
  party: { signed: 'President of Alder Corp.', today: 'President of Alder Corp.' },
  page: null,
};

describe('carrying a signature over to a new version', () => {
  test('is up to a lawyer if nothing on the signed page has changed', () => {
    expect(whySignAgain(signed)).toBeNull();
    expect(whySignAgain({ ...signed, page: 'same' })).toBeNull();
  });

  test('is never possible for a deed, a different title, a different party, a changed page or a missing page', () => {
    expect(whySignAgain({ ...signed, isDeed: true })).toBe('deed');
    expect(whySignAgain({ ...signed, title: { signed: 'Lease', today: 'Lease Agreement' } })).toBe(
      'title_changed',
    );
    expect(whySignAgain({ ...signed, party: { ...signed.party, today: 'CEO of Alder Corp.' } })).toBe(
      'party_changed',
    );
    expect(whySignAgain({ ...signed, page: 'changed' })).toBe('page_changed');
    expect(whySignAgain({ ...signed, page: 'removed' })).toBe('page_removed');
  });

  test('is not possible before the page is signed', () => {
    expect(whySignAgain({ ...signed, isGiven: false })).toBe('not_signed');
  });

  test('finds the page that looks the same, and asks for any other', () => {
    const change = [{ kind: 'added', text: 'not' }];
    const area = [{ x: 0, y: 0, width: 1, height: 1 }];
    const pairs = [
      { before: 1, after: 1, words: [], areas: [] },
      { before: null, after: 2, words: [], areas: [] },
      { before: 2, after: 3, words: [], areas: [] },
      { before: 3, after: 4, words: change, areas: [] },
      { before: 4, after: 5, words: [], areas: area },
      { before: 5, after: null, words: [], areas: [] },
    ];
    expect([1, 2, 3, 4, 5, 6].map((number) => sameLookingPage(pairs, number))).toEqual([
      1,
      3,
      null,
      null,
      null,
      null,
    ]);
    expect(pairs.map(isChanged)).toEqual([false, true, false, true, true, true]);
  });
});
