import { expect, it } from 'vitest';
import { assignmentRow } from '../../../../../tests/support/signing/signing-rows.ts';
import { newItemRow } from '../../../commands/checklist/new-rows.ts';
import { assigned } from './signature-pages.ts';

it('prints the lines for a witness on every page to be signed if all documents of the transaction are deeds', () => {
  const stamp = { madeAt: '2026-01-01T00:00:00.000Z', userId: 'partner' };
  const item = newItemRow({ transaction: 'deal', uuid: 'lease', name: 'Lease' }, null, stamp);
  const rowsOf = (change: Partial<typeof item>) => ({ items: new Map([['lease', { ...item, ...change }]]) });
  const isWitnessed = (change: Partial<typeof item>, isDeedTransaction: boolean) =>
    assigned([assignmentRow({ item: 'lease' })], rowsOf(change), { isDeedTransaction })[0]?.needsWitness;
  expect(isWitnessed({ forSigning: true }, false)).toBe(false);
  expect(isWitnessed({ forSigning: true, isDeed: true }, false)).toBe(true);
  expect(isWitnessed({ forSigning: true }, true)).toBe(true);
  expect(isWitnessed({ forSigning: false }, true)).toBe(false);
});
