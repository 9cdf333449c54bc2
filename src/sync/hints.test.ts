import { beforeEach, expect, it } from 'vitest';
import { MirrorDatabase } from '../db/database.ts';
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
