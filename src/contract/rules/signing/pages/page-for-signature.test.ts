import { expect, test } from 'vitest';
import { pageForSignature, type PageOfDocument } from './page-for-signature.ts';

const page = (uuid: string, source: PageOfDocument['source'], isAssigned: boolean) => ({
  uuid,
  source,
  isAssigned,
});

test('everybody signs the one marked page of the file', () => {
  expect(pageForSignature([page('marked', 'file', true), page('other', 'generated', false)])).toEqual({
    page: 'marked',
  });
});

test('a generated page that nobody signs yet is used before another one is generated', () => {
  const taken = page('taken', 'generated', true);
  expect(pageForSignature([taken, page('free', 'generated', false)])).toEqual({ page: 'free' });
  expect(pageForSignature([taken])).toBe('new');
  expect(pageForSignature([])).toBe('new');
});

test('if several pages of the file are marked, a person has to choose', () => {
  expect(pageForSignature([page('one', 'file', true), page('two', 'file', false)])).toBe('several');
});
