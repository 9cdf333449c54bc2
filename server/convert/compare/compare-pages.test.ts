import { describe, expect, test } from 'vitest';
import { alignPages, compareWords, shorten, wordsOf } from './compare-pages.ts';

const page = (text: string) => wordsOf(text);
const cover = page('Lease between Alder and Birch dated March 2');
const rent = page('The tenant pays a rent of 900 dollars a month, due on the first day');
const term = page('The term begins on the first of May and ends after five years in total');
const signature = page('In witness whereof the parties have executed this lease. By: Name: Title:');

describe('comparing the pages of two versions', () => {
  test('pairs equal pages, and finds one that was added and one that was removed', () => {
    expect(alignPages([cover, rent, signature], [cover, term, rent, signature])).toEqual([
      { before: 1, after: 1 },
      { before: null, after: 2 },
      { before: 2, after: 3 },
      { before: 3, after: 4 },
    ]);
    expect(alignPages([cover, rent, signature], [cover, signature])).toEqual([
      { before: 1, after: 1 },
      { before: 2, after: null },
      { before: 3, after: 2 },
    ]);
  });

  test('pairs a page with its changed page, and not with one that shares hardly any words', () => {
    const raised = page('The tenant pays a rent of 950 dollars a month, due on the first day');
    expect(alignPages([cover, rent], [cover, raised])).toEqual([
      { before: 1, after: 1 },
      { before: 2, after: 2 },
    ]);
    expect(alignPages([rent], [signature])).toEqual([
      { before: 1, after: null },
      { before: null, after: 1 },
    ]);
  });

  test('pairs pages without text by their order', () => {
    expect(alignPages([[], [], []], [[], []])).toHaveLength(3);
    expect(alignPages([[], []], [[], []])).toEqual([
      { before: 1, after: 1 },
      { before: 2, after: 2 },
    ]);
  });

  test('finds the words that were removed and added, regardless of line breaks', () => {
    expect(compareWords(page('a rent of 900 dollars'), page('a rent\nof 950 US dollars'))).toEqual([
      { kind: 'same', text: 'a rent of' },
      { kind: 'removed', text: '900' },
      { kind: 'added', text: '950 US' },
      { kind: 'same', text: 'dollars' },
    ]);
    expect(compareWords(rent, rent)).toEqual([{ kind: 'same', text: rent.join(' ') }]);
    expect(compareWords([], [])).toEqual([]);
  });

  test('shortens unchanged text to the words next to a change', () => {
    const long = Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ');
    const [first, , last] = shorten([
      { kind: 'same', text: long },
      { kind: 'added', text: 'not' },
      { kind: 'same', text: long },
    ]);
    expect(first?.text).toBe('… w32 w33 w34 w35 w36 w37 w38 w39');
    expect(last?.text).toBe('w0 w1 w2 w3 w4 w5 w6 w7 …');
  });
});
