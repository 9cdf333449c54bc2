import { expect, it } from 'vitest';
import { findOwnPages } from './own-signature-pages.ts';

const item = (uuid: string, document: string | null) => ({ uuid, name: uuid.toUpperCase(), document });
const documents = new Map([
  ['with pages', { likelySignaturePages: [9, 12] }],
  ['without pages', { likelySignaturePages: [] }],
  ['of an older server', {}],
]);
const found = (items: Parameters<typeof findOwnPages>[0], marked: Parameters<typeof findOwnPages>[2] = []) =>
  findOwnPages(items, (uuid) => documents.get(uuid), marked);

it('finds the first likely signature page of a document without marked pages', () => {
  const items = [
    item('spa', 'with pages'),
    item('nda', 'without pages'),
    item('deed', 'of an older server'),
    item('lease', null),
  ];
  expect(found(items)).toEqual([{ item: 'spa', name: 'SPA', document: 'with pages', page: 9 }]);
});

it('leaves a document out once one of its pages is marked, but not because of an earlier version', () => {
  expect(found([item('spa', 'with pages')], [{ document: 'with pages' }])).toEqual([]);
  expect(found([item('spa', 'with pages')], [{ document: 'version one' }])).toHaveLength(1);
});
