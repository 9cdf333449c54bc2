import { expect, it } from 'vitest';
import { generatedPage } from '../../../db/commands/signing/pages/new-page.ts';
import type { MarkedCounts } from '../../../db/queries/signing/pages/marked-counts.ts';
import type { PagesByItem } from '../../../db/queries/signing/pages/signature-pages.ts';
import { galleryDocuments, galleryWarnings, signaturesOn } from './gallery-pages.ts';
import { PAGES } from './pages-copy.ts';

const NONE: MarkedCounts = new Map();

function rowOf(uuid: string, forSigning = true, pagesEmbeddedIn: string | null = null) {
  const item = {
    uuid,
    name: uuid,
    nameAlt: '',
    nameAltEnabled: false,
    forSigning,
    fullyExecuted: false,
    pagesEmbeddedIn,
  };
  return { entry: { item, name: uuid }, number: '' };
}

/** One generated page of an item, with this many signatures. It can't be laid out. */
function pagesOf(item: string, signatures: number): PagesByItem {
  const row = generatedPage(
    { uuid: `page of ${item}`, transaction: 'deal', item, order: 0 },
    { userId: 'me', madeAt: '2026-01-01T00:00:00.000Z' },
  );
  const page = { row, design: null, problem: null, groups: [], warnings: [], signatures, isSent: false };
  return new Map([[item, [page]]]);
}

it('a document with an assigned marked page has signatures', () => {
  const marked: MarkedCounts = new Map([['Deed', { pages: 2, signatures: 3, warnings: [] }]]);
  const [deed, letter] = galleryDocuments(
    [rowOf('Deed'), rowOf('Letter')],
    { pages: new Map(), marked },
    'letter',
  );
  expect(deed && signaturesOn(deed)).toBe(3);
  expect(letter && signaturesOn(letter)).toBe(0);
});

it('a document signed in another document’s file names it, unless that one was deleted', () => {
  const rows = [rowOf('Deed'), rowOf('Joinder', true, 'Deed'), rowOf('Letter', true, 'Deleted')];
  const documents = galleryDocuments(rows, { pages: new Map(), marked: NONE }, 'letter');
  expect(documents.map(({ embeddedIn }) => embeddedIn)).toEqual([null, 'Deed', null]);
});

it('signatures on generated and on marked pages are added up', () => {
  const marked: MarkedCounts = new Map([['Deed', { pages: 1, signatures: 1, warnings: [] }]]);
  const [deed] = galleryDocuments([rowOf('Deed')], { pages: pagesOf('Deed', 2), marked }, 'letter');
  expect(deed && signaturesOn(deed)).toBe(3);
});

it('a generated page without a signatory does not count as a signature', () => {
  const [deed] = galleryDocuments([rowOf('Deed')], { pages: pagesOf('Deed', 0), marked: NONE }, 'letter');
  expect(deed && signaturesOn(deed)).toBe(0);
});

it('a document not marked to be signed is listed only if it has a signature page', () => {
  const marked: MarkedCounts = new Map([['Deed', { pages: 1, signatures: 0, warnings: [] }]]);
  const rows = [rowOf('Deed', false), rowOf('Letter', false)];
  const listed = galleryDocuments(rows, { pages: new Map(), marked }, 'letter').map(({ name }) => name);
  expect(listed).toEqual(['Deed']);
});

it.each([
  [1, 0, '1 page of its file is marked for signing. Nobody signs it yet.'],
  [2, 0, '2 pages of its file are marked for signing. Nobody signs them yet.'],
  [1, 1, '1 page of its file is marked for signing. 1 signature is assigned to it.'],
  [2, 3, '2 pages of its file are marked for signing. 3 signatures are assigned to them.'],
])('%i marked pages with %i signatures are described', (pages, signatures, sentence) => {
  expect(PAGES.marked(pages, signatures)).toBe(sentence);
});

const noEmail = (signatory: string, name: string) =>
  ({ kind: 'no_email', assignment: `of ${signatory}`, signatory, name }) as const;

it('warnings list people with the same name separately, and each person once', () => {
  const marked: MarkedCounts = new Map([
    ['Deed', { pages: 1, signatures: 2, warnings: [noEmail('one', 'Jane Doe'), noEmail('two', 'Jane Doe')] }],
    ['Lease', { pages: 1, signatures: 1, warnings: [noEmail('one', 'Jane Doe')] }],
  ]);
  const documents = galleryDocuments([rowOf('Deed'), rowOf('Lease')], { pages: new Map(), marked }, 'letter');
  const [warning, ...others] = galleryWarnings(documents, new Map());
  expect(others).toEqual([]);
  expect(warning).toMatchObject({
    kind: 'no_email',
    about: [
      { text: 'Jane Doe', at: { signatory: 'one' } },
      { text: 'Jane Doe', at: { signatory: 'two' } },
    ],
  });
});

it('warnings start with files that seem to have their own signature pages, and link to the first of those pages', () => {
  const marked: MarkedCounts = new Map([
    ['Deed', { pages: 1, signatures: 1, warnings: [noEmail('one', 'Jane Doe')] }],
  ]);
  const documents = galleryDocuments([rowOf('Deed'), rowOf('Lease')], { pages: new Map(), marked }, 'letter');
  const lease = { item: 'Lease', name: 'Lease', document: 'file', page: 12 };
  const warnings = galleryWarnings(documents, new Map(), new Map([['Lease', lease]]));
  expect(warnings.map(({ kind }) => kind)).toEqual(['own_pages', 'no_email']);
  expect(warnings[0]?.about).toMatchObject([{ text: 'Lease', at: { file: lease } }]);
});
