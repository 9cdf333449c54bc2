import { expect, test } from 'vitest';
import type { ReturnedPage, Signature } from '../../../db/queries/signing/packets/returned-pages.ts';
import { rankCandidates } from './rank-candidates.ts';

type Asked = Parameters<typeof rankCandidates>;

const signature = (uuid: string, signatory: string, document: string) =>
  ({
    assignment: { uuid, signatory },
    document,
    who: signatory,
    parties: [signatory],
  }) as unknown as Signature;

const page = (
  number: number,
  more: object = {},
  signatures: Signature[] = [],
  expectedSignatory: string | null = null,
) =>
  ({
    row: { page: number, candidates: [], similarSignatures: [], outcome: 'no_code', ...more },
    file: { expectedSignatory },
    signatures,
  }) as unknown as ReturnedPage;

const jane = signature('jane-nda', 'Jane', 'NDA');
const omar = signature('omar-nda', 'Omar', 'NDA');
const lee = signature('lee-spa', 'Lee', 'SPA');
const read: Asked[0] = { outstanding: [jane, omar, lee], signatures: new Map([['lee-escrow', lee]]) };

test('signatures that the page’s code names come first, then those of the people on neighboring pages', () => {
  const siblings = [page(1, { outcome: null }, [omar]), page(2), page(3)];
  const asked = page(2, { candidates: ['lee-spa'] });
  expect(rankCandidates(read, asked, siblings, '')).toEqual([lee, omar, jane]);
});

test('a page next to one that a person signs for an entity is probably another one of theirs, in any capacity', () => {
  const forAcme = { ...signature('acme-spa', 'Acme', 'SPA'), parties: ['Acme', 'Lee'] };
  const forBeta = { ...signature('beta-spa', 'Beta', 'SPA'), parties: ['Beta', 'Lee'] };
  const withBeta = { ...read, outstanding: [jane, forBeta, omar, lee] };
  const siblings = [page(1, { outcome: null }, [forAcme]), page(2)];
  expect(rankCandidates(withBeta, page(2), siblings, '')).toEqual([forBeta, lee, jane, omar]);
});

test('without neighbors, signatures keep their order', () => {
  expect(rankCandidates(read, page(2), [], '')).toEqual([jane, omar, lee]);
});

test('if the file was dropped on a signatory, their signatures come after those that the code names', () => {
  const siblings = [page(1, { outcome: null }, [omar])];
  const dropped = page(2, { candidates: ['omar-nda'] }, [], 'Lee');
  expect(rankCandidates(read, dropped, siblings, '')).toEqual([omar, lee, jane]);
  const forEntity = { ...jane, parties: ['Acme', 'Lee'] };
  const withEntity = { ...read, outstanding: [omar, forEntity] };
  expect(rankCandidates(withEntity, page(2, {}, [], 'Lee'), siblings, '')).toEqual([forEntity, omar]);
});

test('signatures on pages with similar text come after those of the signatory on whom the file was dropped, the most similar first', () => {
  const siblings = [page(1, { outcome: null }, [jane])];
  const similarSignatures = ['lee-spa', 'omar-nda'];
  expect(rankCandidates(read, page(2, { similarSignatures }), siblings, '')).toEqual([lee, omar, jane]);
  expect(rankCandidates(read, page(2, { similarSignatures }, [], 'Omar'), siblings, '')).toEqual([
    omar,
    lee,
    jane,
  ]);
  const janes = { ...lee, parties: ['Jane'] };
  const two = { ...read, outstanding: [jane, janes] };
  expect(rankCandidates(two, page(2, { similarSignatures }, [], 'Jane'), siblings, '')).toEqual([
    janes,
    jane,
  ]);
});

test('only signatures that contain all of the search words are candidates', () => {
  expect(rankCandidates(read, page(2), [], 'nda om')).toEqual([omar]);
  expect(rankCandidates(read, page(2), [], 'escrow')).toEqual([]);
});

test('signatures from another scan are candidates for a second scan', () => {
  const escrow = signature('lee-escrow', 'Lee', 'Escrow');
  const all = { outstanding: [jane], signatures: new Map([['lee-escrow', escrow]]) };
  const second = page(2, { outcome: 'second_scan', candidates: ['lee-escrow'] });
  expect(rankCandidates(all, second, [], '')).toEqual([escrow, jane]);
  expect(rankCandidates(all, page(2, { candidates: ['lee-escrow'] }), [], '')).toEqual([jane]);
});
