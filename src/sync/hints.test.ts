import { beforeEach, expect, it } from 'vitest';
import { MirrorDatabase } from '../db/database.ts';
import { ACCOUNT_LANE } from '../db/rows.ts';
import { newUuid } from '../db/uuid.ts';
import { Hints } from './hints.ts';

const deal = newUuid();
const key = `${deal}/changes`;
let db: MirrorDatabase;
let hints: Hints;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  hints = new Hints();
  const at = { askedTick: 1, pulledAt: '2026-01-01T00:00:00.000Z' };
  await db.cursors.put({ key, lane: deal, collection: 'changes', epoch: 'first', version: 9, ...at });
  await db.table('transactions').put({ uuid: deal, version: 9 });
  return async () => db.delete();
});

it('[FEED4] a deal that has moved is pulled until it has been asked for since', async () => {
  const early = hints.begin();
  hints.note({ deal, version: 10 });
  hints.pulled(key, early);
  expect(await hints.wanted(db), 'asked for before the hint').toMatchObject([{ lane: deal }]);
  hints.pulled(key, hints.begin());
  expect(await hints.wanted(db)).toEqual([]);
});

it('[FEED4] a hint that the feed never reaches, as after a restore, is let go', async () => {
  hints.note({ deal, version: 1000 });
  hints.pulled(key, hints.begin());
  expect(await hints.wanted(db)).toEqual([]);
});

it('[FEED4] a deal that is new to the person has the list of deals asked for at once, one that stands in it once that is old', async () => {
  hints.note({ deal: newUuid(), version: 1 });
  expect(await hints.wanted(db)).toMatchObject([{ collection: 'transactions', staleMs: 1000 }]);
  hints.pulled(`${ACCOUNT_LANE}/transactions`, hints.begin());
  expect(await hints.wanted(db)).toEqual([]);

  const listed = newUuid();
  await db.table('transactions').put({ uuid: listed, version: 9 });
  hints.note({ deal: listed, version: 10 });
  expect(await hints.wanted(db)).toMatchObject([{ collection: 'transactions', staleMs: 15_000 }]);
});
