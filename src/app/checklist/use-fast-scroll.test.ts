import { expect, it } from 'vitest';
import { nextScroll, type Scroll } from './use-fast-scroll.ts';

const SHOWN = 700;

/** Returns whether the list scrolls fast at each of these offsets, and at rest after the last one. */
function fastAt(...offsets: (number | null)[]): boolean[] {
  let scroll: Scroll = { offset: 0, isFast: false };
  const seen = offsets.map((offset) => {
    scroll = nextScroll(scroll, { offset, isScrolling: true, shown: SHOWN });
    return scroll.isFast;
  });
  const rest = nextScroll(scroll, { offset: scroll.offset, isScrolling: false, shown: SHOWN });
  return [...seen, rest.isFast];
}

it('a list does not scroll fast while each paint still shows rows of the last one', () => {
  expect(fastAt(300, 900, 1600, 900)).toEqual([false, false, false, false, false]);
});

it('a list scrolls fast from the first jump of more than its height until it comes to rest', () => {
  expect(fastAt(300, 3300, 3400, 6400)).toEqual([false, true, true, true, false]);
  expect(fastAt(900)).toEqual([true, false]);
});

it('the first measured offset does not count as a jump', () => {
  const unknown: Scroll = { offset: null, isFast: false };
  expect(nextScroll(unknown, { offset: 9000, isScrolling: true, shown: SHOWN }).isFast).toBe(false);
});

it('an unchanged scroll returns the same object, so that nothing renders', () => {
  const scroll: Scroll = { offset: 300, isFast: false };
  expect(nextScroll(scroll, { offset: 300, isScrolling: true, shown: SHOWN })).toBe(scroll);
});
