import { expect, test } from 'vitest';
import { factsOf } from './facts-of-file.ts';

const blank = { assignments: [], outcome: 'blank' } as const;
const matched = { assignments: ['spa'], outcome: null };
const unread = { assignments: [], outcome: 'no_code' } as const;

test.for([
  [[matched], '1 page · 1 matched'],
  [[matched, unread, blank, blank], '4 pages · 1 matched · 1 to match · 2 blank'],
  [[blank], 'This page is blank. Scan the other side, then add the new scan.'],
  [
    Array.from({ length: 400 }, () => blank),
    'All 400 pages are blank. Scan the other sides, then add the new scan.',
  ],
] as const)(
  'the facts of a returned file count its pages by outcome, and say if all are blank: %#',
  ([pages, words]) => {
    expect(factsOf(pages)).toBe(words);
  },
);
