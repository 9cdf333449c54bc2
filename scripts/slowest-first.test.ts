import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SLOWEST } from './slowest-first.ts';

it('names only test files that exist', () => {
  expect(SLOWEST.filter((file) => !existsSync(file))).toEqual([]);
});
