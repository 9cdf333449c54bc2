import { beforeEach, describe, expect, it } from 'vitest';
import { newTransactionRow } from '../../../tests/support/rows.ts';
import { qualifyingDeals, updateAutomaticDeals } from './automatic-offline.ts';
import { chooseAutomaticOffline } from '../commands/transactions/choose-automatic-offline.ts';
import { keepOffline, releaseDeal } from '../commands/transactions/keep-offline.ts';
import { MirrorDatabase } from '../database.ts';
import { isKept, offlineDealRecords, noteFiles, notedFiles } from './offline-deals.ts';
import { noteOpened } from './opened-deals.ts';
import { offlineDeals } from '../queries/offline/offline-deals.ts';
import type { TransactionRow } from '../rows.ts';
import { newUuid } from '../uuid.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = new Date(2026, 4, 20, 12).getTime();

/** A deal that closes in this many days, as a date in the test's time zone. */
function dealOf(name: string, closesIn?: number, facts: Partial<TransactionRow> = {}): TransactionRow {
  const at = new Date(2026, 4, 20 + (closesIn ?? 0));
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return { ...newTransactionRow(name), closingDate: closesIn === undefined ? null : day.join('-'), ...facts };
}

describe('[KEEP7] automatic offline deals', () => {
  const nothing = { opened: new Map<string, number>(), decided: new Set<string>() };

  function names(deals: readonly TransactionRow[], history = nothing): string[] {
    const qualifying = qualifyingDeals(deals, history, now);
    return qualifying.map((uuid) => deals.find((deal) => deal.uuid === uuid)?.name ?? '');
  }

  it('are those opened in the last 7 days, latest first, then those that close within 14 days, soonest first', () => {
    const early = dealOf('Opened today, early');
    const late = dealOf('Opened today, late', 3);
    const six = dealOf('Opened six days ago', -30);
    const eight = dealOf('Opened eight days ago', 10);
    const opened = new Map([
      [early.uuid, now - 2000],
      [late.uuid, now - 1000],
      [six.uuid, now - 6 * DAY],
      [eight.uuid, now - 8 * DAY],
    ]);
    const deals = [dealOf('Closes in five', 5), eight, six, early, dealOf('Neither', 90), late];
    expect(names(deals, { ...nothing, opened })).toEqual([
      'Opened today, late',
      'Opened today, early',
      'Opened six days ago',
      'Closes in five',
      'Opened eight days ago',
    ]);
  });

  it('close today at the earliest and in 14 days at the latest', () => {
    const deals = [-1, 0, 14, 15].map((days) => dealOf(`In ${days} days`, days));
    expect(names(deals)).toEqual(['In 0 days', 'In 14 days']);
  });

  it('exclude archived deals, outlines and deals that the user has decided on', () => {
    const removed = dealOf('Removed', 1);
    const deals = [
      dealOf('Archived', 1, { archived: true }),
      dealOf('Outline', 1, { restricted: true }),
      removed,
      dealOf('Other', 1),
    ];
    expect(names(deals, { ...nothing, decided: new Set([removed.uuid]) })).toEqual(['Other']);
  });

  it('are at most 20', () => {
    const deals = Array.from({ length: 25 }, (_, index) => dealOf(`Deal ${index}`, 1));
    expect(names(deals)).toHaveLength(20);
  });
});

describe('[KEEP7] the list of automatic offline deals on the device', () => {
  let db: MirrorDatabase;

  beforeEach(() => {
    db = new MirrorDatabase(newUuid(), 'relaxed');
    return async () => db.delete();
  });

  async function update(inUse: readonly string[] = [], at = now): Promise<boolean> {
    return db.transaction('rw', db.meta, db.transactions, async () =>
      updateAutomaticDeals(db, await db.transactions.toArray(), new Set(inUse), at),
    );
  }

  async function kept(): Promise<string[]> {
    return (await offlineDealRecords(db)).map(({ deal }) => deal);
  }

  async function put(...deals: TransactionRow[]): Promise<string[]> {
    await db.transactions.bulkPut(deals);
    return deals.map(({ uuid }) => uuid);
  }

  it('puts the deals that the user chose before the automatic ones', async () => {
    const [soon, chosen = ''] = await put(dealOf('Soon', 1), dealOf('Chosen', 1));
    await keepOffline(db, chosen);
    await update();
    expect(await kept()).toEqual([chosen, soon]);
    expect((await offlineDeals(db)).deals).toMatchObject([
      { name: 'Chosen', automatic: false },
      { name: 'Soon', automatic: true },
    ]);
  });

  it('drops a deal that no longer qualifies, unless it has unsent work on the device', async () => {
    const [opened = ''] = await put(dealOf('Opened'));
    await noteOpened(db, opened, now);
    await update();
    await noteFiles(db, { deal: opened, document: newUuid(), files: 2, bytes: 100 });
    expect(await update([opened], now + 8 * DAY)).toBe(false);
    expect(await isKept(db, opened)).toBe(true);
    expect(await update([], now + 8 * DAY)).toBe(true);
    expect(await isKept(db, opened)).toBe(false);
    expect(await notedFiles(db)).toEqual([]);
  });

  it('does not restore a deal that the user removed, until they keep it again', async () => {
    const [birch = ''] = await put(dealOf('Birch', 1));
    await update();
    await releaseDeal(db, birch);
    await noteOpened(db, birch, now);
    await update();
    expect(await offlineDealRecords(db)).toEqual([]);
    await keepOffline(db, birch);
    await update();
    expect((await offlineDeals(db)).deals).toMatchObject([{ name: 'Birch', automatic: false }]);
  });

  it('is emptied immediately when the user turns it off, and filled again when they turn it on', async () => {
    const [chosen = '', soon] = await put(dealOf('Chosen'), dealOf('Soon', 1));
    await keepOffline(db, chosen);
    await update();
    await chooseAutomaticOffline(db, false);
    expect(await kept()).toEqual([chosen]);
    await update();
    expect(await kept()).toEqual([chosen]);
    await chooseAutomaticOffline(db, true);
    await update();
    expect(await kept()).toEqual([chosen, soon]);
  });
});
