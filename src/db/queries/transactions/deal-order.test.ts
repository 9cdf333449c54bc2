import { beforeEach, describe, expect, it } from 'vitest';
import { newTransactionRow } from '../../../../tests/support/rows.ts';
import { rememberDealOrder } from '../../commands/transactions/remember-deal-order.ts';
import { MirrorDatabase } from '../../database.ts';
import type { TransactionRow } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { dealOrder, dealsThatMatch, inDealOrder, type DealOrder } from './deal-order.ts';
import type { DealStep } from '../status/last-synced.ts';

function deal(name: string, facts: Partial<TransactionRow> = {}): TransactionRow {
  return { ...newTransactionRow(name), ...facts };
}

const names = (deals: readonly TransactionRow[]) => deals.map(({ name }) => name);

describe('the deal list', () => {
  const sorted = (deals: TransactionRow[], order: DealOrder, steps?: ReadonlyMap<string, DealStep>) =>
    names(inDealOrder(deals, order, steps));

  it('sorts names by number and ignores case', () => {
    const deals = [deal('Deal 10'), deal('deal 9'), deal('Alder')];
    expect(sorted(deals, { column: 'name', descending: false })).toEqual(['Alder', 'deal 9', 'Deal 10']);
    expect(sorted(deals, { column: 'name', descending: true })).toEqual(['Deal 10', 'deal 9', 'Alder']);
  });

  it.each([false, true])(
    'puts deals without a date last, in order of name (descending: %s)',
    (descending) => {
      const date = '2026-06-01';
      const deals = [
        deal('Zinc'),
        deal('Elm', { closingDate: date }),
        deal('Ash', { closingDate: date }),
        deal('Oak'),
      ];
      expect(sorted(deals, { column: 'closing', descending })).toEqual(['Ash', 'Elm', 'Oak', 'Zinc']);
    },
  );

  it('sorts by the share of signatures, not by their number', () => {
    const deals = [
      deal('Half', { numExecutedSignatures: 50, totalSignatures: 100 }),
      deal('All', { numExecutedSignatures: 2, totalSignatures: 2 }),
      deal('None'),
    ];
    expect(sorted(deals, { column: 'signatures', descending: true })).toEqual(['All', 'Half', 'None']);
  });

  it('puts deals that exist only on this device first, and those not on it last', () => {
    const [here, both, gone] = [deal('Here'), deal('Both'), deal('Gone')];
    const steps = new Map<string, DealStep>([
      [here.uuid, { kind: 'ahead', changes: 1, files: 0 }],
      [both.uuid, { kind: 'in_step', at: '2026-01-01T00:00:00Z' }],
      [gone.uuid, { kind: 'never' }],
    ]);
    const order = { column: 'step', descending: false } as const;
    expect(sorted([gone, both, here], order, steps)).toEqual(['Here', 'Both', 'Gone']);
  });
});

describe('a search', () => {
  const deals = [
    deal('Acquisition of Alpine', { clientName: 'Société Générale', matterNumber: '20417-0009' }),
    deal('Refinancing', { clientName: 'Alpine AG', clientNumber: '21188' }),
    deal('Zinc'),
  ];

  it.each([
    ['alpine', ['Acquisition of Alpine', 'Refinancing']],
    ['societe', ['Acquisition of Alpine']],
    ['alpine 20417', ['Acquisition of Alpine']],
    ['21188', ['Refinancing']],
    ['  ', ['Acquisition of Alpine', 'Refinancing', 'Zinc']],
    ['alpine zinc', []],
  ])('for “%s” finds deals with every word in the name, client or numbers', (search, found) => {
    expect(names(dealsThatMatch(deals, search))).toEqual(found);
  });
});

describe('the order', () => {
  let db: MirrorDatabase;
  beforeEach(() => {
    db = new MirrorDatabase(newUuid(), 'relaxed');
    return async () => db.delete();
  });

  it('is by closing date until the user chooses another, which this device remembers', async () => {
    expect(await dealOrder(db)).toEqual({ column: 'closing', descending: false });
    await rememberDealOrder(db, { column: 'client', descending: true });
    expect(await dealOrder(db)).toEqual({ column: 'client', descending: true });
  });

  it.each([null, 'name', { column: 'colour' }])(
    'falls back to the default if it cannot be read (%j)',
    async (value) => {
      await db.meta.put({ key: 'deal-order', value });
      expect(await dealOrder(db)).toEqual({ column: 'closing', descending: false });
    },
  );
});
