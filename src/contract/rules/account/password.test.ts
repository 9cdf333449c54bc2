import { expect, it } from 'vitest';
import { passwordFault } from './password.ts';

it.for([
  ['', 'A password must have at least 10 characters.'],
  ['abcdefghi', 'A password must have at least 10 characters.'],
  ['😀😁😂😃😀😁😂😃😀', 'A password must have at least 10 characters.'],
  ['          ', 'A password must have at least 4 different characters.'],
  ['abcabcabcabc', 'A password must have at least 4 different characters.'],
  ['abcdefghij', null],
  ['closing-day', null],
  ['😀😁😂😃😀😁😂😃😀😁', null],
  ['abcd'.repeat(250), null],
  ['😀😁😂😃'.repeat(125), null],
  [`${'abcd'.repeat(250)}e`, 'A password can have at most 1000 characters.'],
  ['x'.repeat(1_000_000), 'A password can have at most 1000 characters.'],
] as const)('%s: %s', ([password, fault]) => {
  expect(passwordFault(password)).toBe(fault);
});
