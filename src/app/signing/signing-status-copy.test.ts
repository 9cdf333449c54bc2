import { expect, it } from 'vitest';
import { ASSIGNMENT_STATUS } from '../../contract/rules/signing/assignments/status-in-words.ts';
import { ITEM_SIGNING_STATUS } from './signing-status-copy.ts';

it.each([
  ['an assignment', ASSIGNMENT_STATUS],
  ['a document', ITEM_SIGNING_STATUS],
])('has a distinct sentence-case label for every status of %s', (_, words) => {
  const texts = Object.values(words);
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) expect(text).toMatch(/^[A-Z][^A-Z]*$/);
});
