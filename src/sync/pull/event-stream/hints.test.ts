import { beforeEach, expect, it } from 'vitest';
import { MirrorDatabase } from '../../../db/database.ts';
import { noteOpened } from '../../../db/offline/opened-deals.ts';
import { ACCOUNT_LANE } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { Hints } from './hints.ts';

const deal = newUuid();
const key = `${deal}/changes`;
let db: MirrorDatabase;
let hints: Hints;
let now: number;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  now = 1_000_000;
  hints = new Hints({ now: () => now, random: () => 0.5 });
  const at = { askedTick: 1, pulledAt: '2026-01-01T00:00:00.000Z' };
  await db.cursors.put({ key, lane: deal, collection: 'changes', epoch: 'first', version: 9, ...at });
  await db.table('transactions').put({ uuid: deal, version: 9 });
  return async () => db.delete();
});

it('[FEED4] a deal that has changed is pulled until a request was made after the change', async () => {
  const early = hints.begin();
  hints.note({ deal, version: 10 });
  hints.pulled(key, early);
  expect(await hints.wanted(db), 'requested before the hint').toMatchObject([{ lane: deal }]);
  hints.pulled(key, hints.begin());
  expect(await hints.wanted(db)).toEqual([]);
});

it('[FEED4] a hint that the feed never reaches, as after a restore, is dropped', async () => {
  hints.note({ deal, version: 1000 });
  hints.pulled(key, hints.begin());
  expect(await hints.wanted(db)).toEqual([]);
});

it('[FEED4] a deal that is new to the user fetches the deal list immediately, and a listed one only when the list is old', async () => {
  hints.note({ deal: newUuid(), version: 1 });
  expect(await hints.wanted(db)).toMatchObject([{ source: 'transactions', staleMs: 1000 }]);
  hints.pulled(`${ACCOUNT_LANE}/transactions`, hints.begin());
  expect(await hints.wanted(db)).toEqual([]);

  const listed = newUuid();
  await db.table('transactions').put({ uuid: listed, version: 9 });
  hints.note({ deal: listed, version: 10 });
  expect(await hints.wanted(db)).toMatchObject([{ source: 'transactions', staleMs: 15_000 }]);
});

it('[FEED8] a hint waits for a random time, a short one if the deal is on the screen', async () => {
  hints.note({ deal, version: 10 });
  expect(await hints.wanted(db)).toMatchObject([{ staleMs: 15_000, notBefore: now + 7500 }]);
  await noteOpened(db, deal, now);
  expect(await hints.wanted(db)).toMatchObject([{ staleMs: 500, notBefore: now + 75 }]);
});

it('[FEED8] an urgent hint about a deal on the screen is followed immediately, even after other hints, and otherwise waits like any other', async () => {
  hints.note({ deal, version: 10, urgent: true });
  expect(await hints.wanted(db)).toMatchObject([{ staleMs: 15_000, notBefore: now + 7500 }]);
  await noteOpened(db, deal, now);
  hints.note({ deal, version: 11 });
  expect(await hints.wanted(db)).toMatchObject([{ staleMs: 0, notBefore: now }]);
  hints.pulled(key, hints.begin());
  expect(await hints.wanted(db)).toEqual([]);
  hints.note({ deal, version: 12 });
  expect(await hints.wanted(db)).toMatchObject([{ staleMs: 500, notBefore: now + 75 }]);
});

it('[FEED8] many hints about a deal become one, whose wait does not grow', async () => {
  await noteOpened(db, deal, now);
  const first = now;
  for (let version = 10; version < 30; version += 1) {
    hints.note({ deal, version });
    now += 10;
  }
  expect(await hints.wanted(db)).toMatchObject([{ lane: deal, notBefore: first + 75 }]);
  hints.pulled(key, hints.begin());
  expect(await hints.wanted(db)).toEqual([]);
});

it('[FEED8] a clock that is set back does not extend the wait', async () => {
  hints.note({ deal, version: 10 });
  now -= 3_600_000;
  expect(await hints.wanted(db)).toMatchObject([{ notBefore: now }]);
});
