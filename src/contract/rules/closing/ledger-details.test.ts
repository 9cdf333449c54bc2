import { expect, test } from 'vitest';
import { ledgerDetails, ledgerSubjects, type DetailedLine, type LedgerNames } from './ledger-details.ts';

const names: LedgerNames = {
  signatures: new Map([
    ['jane', 'Jane Doe, “SPA”'],
    ['kim', 'Kim Roe, “NDA”'],
  ]),
  documents: new Map([['spa', 'SPA']]),
  releases: new Map([['first', 'First closing']]),
  people: new Map([['ann', 'Ann Lee']]),
  preparedIn: new Map([['first', 2]]),
};

const line = (
  event: DetailedLine['event'],
  details: object,
  { seq = 9, subject = null }: Partial<DetailedLine> = {},
): DetailedLine => ({ event, seq, subject, details: { ...details } });

test('a release lists what it covers, its conditions and its date', () => {
  const details = { name: 'First closing', items: ['spa'], assignments: [], conditions: ['Funds received'] };
  expect(ledgerDetails(line('release_created', details, { seq: 2, subject: 'first' }), names)).toEqual([
    'Covers: “SPA”',
    'Conditions: Funds received',
    'No effective date',
  ]);
  const edited = { assignments: ['jane', 'kim'], conditions: [], effective_date: '2026-12-05' };
  expect(ledgerDetails(line('release_edited', edited, { subject: 'first' }), names)).toEqual([
    'Release: First closing (prepared in entry 2)',
    'Covers: Jane Doe, “SPA”; Kim Roe, “NDA”',
    'No conditions',
    'Effective date: Dec 5, 2026',
  ]);
});

test('every event of a release identifies its release, even if the release has no name', () => {
  const subject = { subject: 'first' };
  for (const event of ['condition_met', 'confirmation_withdrawn', 'release_withdrawn'] as const)
    expect(ledgerDetails(line(event, {}, subject), names)).toEqual([
      'Release: First closing (prepared in entry 2)',
    ]);
  const nameless = { ...names, releases: new Map([['first', '']]) };
  expect(ledgerDetails(line('condition_met', {}, subject), nameless)).toEqual([
    'Release prepared in entry 2',
  ]);
});

test('a confirmation lists what was confirmed, and a release lists what was released and who confirmed it', () => {
  const confirmed = { signatures: ['jane'], effective_date: '2026-12-05' };
  expect(ledgerDetails(line('release_confirmed', confirmed, { subject: 'first' }), names)).toEqual([
    'Release: First closing (prepared in entry 2)',
    'Effective date: Dec 5, 2026',
    'Confirmed for: Jane Doe, “SPA”',
  ]);
  const released = { signatures: ['jane'], confirmations: [{ user: 'ann', at: 'then' }] };
  expect(ledgerDetails(line('released', released, { subject: 'first' }), names)).toEqual([
    'Release: First closing (prepared in entry 2)',
    'Jane Doe, “SPA”',
    'Confirmed by: Ann Lee',
  ]);
});

test('a replaced document lists the versions, the pages, the signatures and the authority', () => {
  const details = {
    item: 'spa',
    before: { document: 'one', version: 1 },
    after: { document: 'two', version: 2, sha256: 'ab'.repeat(32) },
    is_compared: true,
    changed_pages: [
      { before: 3, after: 3 },
      { before: 4, after: 5 },
      { before: null, after: 6 },
      { before: 7, after: null },
    ],
    signatures: ['jane'],
    superseded: ['kim'],
    cleared: ['first'],
    authority: 'email',
    reason: 'Email of March 2.',
    authority_file: { document: 'mail', name: 'Consent', sha256: 'cd'.repeat(32) },
  };
  expect(ledgerDetails(line('document_replaced', details), names)).toEqual([
    'Version 2 replaced version 1',
    'Changed: page 3; page 4 (now page 5); page 6 added; page 7 removed',
    'Carried over: Jane Doe, “SPA”',
    'To be signed again: Kim Roe, “NDA”',
    'To be confirmed again: First closing (prepared in entry 2)',
    'Authorized by email: Email of March 2.',
    `Recorded in “Consent” (SHA-256: ${Array.from({ length: 4 }, () => 'cd'.repeat(8)).join(' ')})`,
    `SHA-256 of version 2: ${Array.from({ length: 4 }, () => 'ab'.repeat(8)).join(' ')}`,
  ]);
  expect(ledgerDetails(line('document_replaced', { ...details, is_compared: false }), names)[1]).toBe(
    'The versions couldn’t be compared automatically. Every page was accepted by hand.',
  );
});

test('every line that dropped confirmations lists the releases that lost theirs', () => {
  const some = { ...names, preparedIn: new Map([...names.preparedIn, ['nameless', 4]]) };
  for (const event of ['confirmations_needed', 'confirmations_dropped'] as const)
    expect(ledgerDetails(line(event, { cleared: ['first', 'nameless'] }), some)).toEqual([
      'To be confirmed again: First closing (prepared in entry 2); Release prepared in entry 4',
    ]);
  expect(ledgerDetails(line('confirmations_needed', { needed: 2 }), some)).toEqual([]);
});

test('a line names some of its signatures, and says how many more it has', () => {
  expect(ledgerDetails(line('held', { signatures: ['jane', 'kim', 'gone'] }), names, 1)).toEqual([
    'Jane Doe, “SPA”',
    '2 more',
  ]);
  expect(ledgerDetails(line('held', { signatures: ['gone'] }), names)).toEqual([]);
});

test('collects the ids of the rows that lines need names for', () => {
  const lines = [
    line('release_created', { items: ['spa'], assignments: [] }, { seq: 2, subject: 'first' }),
    line('document_replaced', { signatures: ['jane'], superseded: ['kim'], cleared: ['second'] }),
  ];
  expect(ledgerSubjects(lines)).toEqual({
    signatures: ['jane', 'kim'],
    documents: ['spa'],
    releases: ['first', 'second'],
    preparedIn: new Map([['first', 2]]),
  });
});
