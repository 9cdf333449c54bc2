import { expect, test } from 'vitest';
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
