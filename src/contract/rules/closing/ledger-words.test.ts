import { expect, test } from 'vitest';
import { ledgerLineSchema } from '../../entities/closing/ledger-entry.ts';
import { ledgerDetails } from './ledger-details.ts';
import { ledgerInWords } from './ledger-words.ts';

test.each([
  ['held', { signatures: ['a'] }, '1 signature held'],
  ['rejected', { signatures: ['a', 'b'], reason: 'Unreadable' }, '2 signatures rejected: Unreadable'],
  ['acceptance_required', { required: false }, 'Signatures count without acceptance from now on'],
  [
    'confirmations_needed',
    { needed: 1, cleared: ['a'] },
    'Confirmations needed: one person (earlier confirmations dropped)',
  ],
  ['confirmations_dropped', { name: 'Lease', cleared: ['a'] }, 'Confirmations dropped: new file for “Lease”'],
  [
    'released',
    { signatures: ['a'], effective_date: '2026-12-05' },
    '1 signature released, effective Dec 5, 2026',
  ],
  [
    'released',
    { signatures: ['a'], without: ['Ash LLP'] },
    '1 signature released (no longer on the transaction: Ash LLP)',
  ],
] as const)('a ledger line of the event %s says what happened', (event, details, words) => {
  expect(ledgerInWords({ event, details })).toBe(words);
});

test('a ledger line of an event that this version doesn’t know is still read and shown, without its details', () => {
  const uuid = '0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';
  const line = ledgerLineSchema.parse({
    transaction: uuid,
    seq: 4,
    event: 'page_voided',
    at: '2026-12-05T10:00:00.000Z',
    actor: uuid,
    actor_name: 'Jane Doe',
    address: '192.0.2.1',
    subject: uuid,
    details: { signatures: ['a'], name: 'First closing' },
    previous_hash: '',
    hash: 'c0ffee',
  });
  expect(line.event).toBe('page_voided');
  expect(ledgerInWords(line)).toBe('Recorded by a newer version of Counterpart');
  const none = new Map<string, never>();
  const names = { signatures: none, documents: none, releases: none, people: none, preparedIn: none };
  expect(ledgerDetails(line, names)).toEqual([]);
});
