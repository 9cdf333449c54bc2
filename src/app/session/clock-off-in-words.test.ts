import { expect, test } from 'vitest';
import { clockOffInWords } from './clock-off-in-words.ts';

const HOUR = 3_600_000;

test.for([
  [24 * HOUR, 'The clock of this device is about 1 day ahead.'],
  [-23.9 * HOUR, 'The clock of this device is about 1 day behind.'],
  [49 * HOUR, 'The clock of this device is about 2 days ahead.'],
  [-HOUR, 'The clock of this device, or its time zone, is about 1 hour behind.'],
  [7.9 * HOUR, 'The clock of this device, or its time zone, is about 8 hours ahead.'],
] as const)('a clock that is %d ms ahead is said to be so', ([aheadMs, words]) => {
  expect(clockOffInWords(aheadMs)).toBe(words);
});
