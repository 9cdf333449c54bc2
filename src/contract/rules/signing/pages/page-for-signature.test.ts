import { describe, expect, it, test } from 'vitest';
import {
  newPagesConsolidate,
  pageForSignature,
  withSignature,
  withSigners,
  type PageOfDocument,
} from './page-for-signature.ts';

const page = (
  uuid: string,
  source: PageOfDocument['source'],
  isAssigned: boolean,
  onlySigner: string | null = null,
): PageOfDocument => ({ uuid, source, isAssigned, consolidates: onlySigner !== null, onlySigner });

test('everybody signs the one marked page of the file', () => {
  const pages = [page('marked', 'file', true), page('other', 'generated', false)];
  expect(pageForSignature(pages, 'jane')).toEqual({ page: 'marked' });
});

test('a generated page that nobody signs yet is used before another one is generated', () => {
  const taken = page('taken', 'generated', true);
  expect(pageForSignature([taken, page('free', 'generated', false)], 'jane')).toEqual({ page: 'free' });
  expect(pageForSignature([taken], 'jane')).toBe('new');
  expect(pageForSignature([], null)).toBe('new');
});

test('if several pages of the file are marked, a person has to choose', () => {
  expect(pageForSignature([page('one', 'file', true), page('two', 'file', false)], 'jane')).toBe('several');
});

test('with consolidation, a person signs everything on their own page', () => {
  const pages = [page('free', 'generated', false), page('of Jane', 'generated', true, 'jane')];
  expect(pageForSignature(pages, 'jane')).toEqual({ page: 'of Jane' });
  expect(pageForSignature(pages, 'kim')).toEqual({ page: 'free' });
  expect(pageForSignature(pages, null)).toEqual({ page: 'free' });
});

describe('the pages after a signature was assigned', () => {
  it('share a new page among what one person signs if new pages consolidate', () => {
    const after = withSignature([], { page: 'new', signer: 'jane' }, true);
    expect(pageForSignature(after, 'jane')).toEqual({ page: 'new' });
    expect(pageForSignature(after, 'kim')).toBe('new');
    expect(pageForSignature(withSignature([], { page: 'new', signer: 'jane' }, false), 'jane')).toBe('new');
  });

  it('no longer share a page that a second person signs', () => {
    const pages = [page('of Jane', 'generated', true, 'jane')];
    const after = withSignature(pages, { page: 'of Jane', signer: 'kim' }, true);
    expect(pageForSignature(after, 'jane')).toBe('new');
    expect(pageForSignature(after, 'kim')).toBe('new');
  });
});

describe('the pages of a document with their signers', () => {
  const row = (uuid: string, consolidateSigner = true) => ({
    uuid,
    source: 'generated' as const,
    consolidateSigner,
  });
  const signs = (itemPageUuid: string, signatory: string, status: 'assigned' | 'sent' = 'assigned') => ({
    itemPageUuid,
    signatory,
    authRep: null,
    status,
  });
  // Jane signs for the funds.
  const signerOf = ({ signatory }: { signatory: string }) =>
    signatory.startsWith('fund') ? 'jane' : signatory;
  const onlySigner = (
    assignments: ReturnType<typeof signs>[],
    group: string | null = null,
    consolidates = true,
  ) =>
    withSigners([row('page', consolidates)], {
      assignments,
      ofGroups: group === null ? [] : [{ itemPageUuid: group }],
      signerOf,
    })[0]?.onlySigner;

  it('name the person who signs everything on a page', () => {
    expect(onlySigner([signs('page', 'fund one'), signs('page', 'fund two')])).toBe('jane');
    expect(onlySigner([signs('page', 'fund one'), signs('page', 'kim')])).toBeNull();
    expect(onlySigner([])).toBeNull();
  });

  it('name nobody if the page doesn’t consolidate, a group signs it, or something on it was sent', () => {
    expect(onlySigner([signs('page', 'fund one')], null, false)).toBeNull();
    expect(onlySigner([signs('page', 'fund one')], 'page')).toBeNull();
    expect(onlySigner([signs('page', 'fund one', 'sent')])).toBeNull();
  });
});

test('a new page consolidates if the newest generated page does', () => {
  const row = (uuid: string, at: number, consolidateSigner: boolean, source: PageOfDocument['source']) => ({
    uuid,
    source,
    consolidateSigner,
    createdAt: `2026-03-0${at}T09:00:00.000Z`,
  });
  const pages = [row('b', 2, true, 'generated'), row('a', 1, false, 'generated'), row('c', 3, false, 'file')];
  expect(newPagesConsolidate(pages)).toBe(true);
  expect(newPagesConsolidate([...pages, row('d', 4, false, 'generated')])).toBe(false);
  expect(newPagesConsolidate([])).toBe(false);
});
