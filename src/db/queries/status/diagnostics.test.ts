import { beforeEach, expect, it } from 'vitest';
import { newTransactionRow } from '../../../../tests/support/rows.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { createHeader } from '../../commands/checklist/create-header.ts';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { asSetbacks, diagnostics } from './diagnostics.ts';

const deal = newTransactionRow('Project Alder');
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.transactions.put(deal);
  return async () => db.delete();
});

it('shows every lane with its waiting edits, since when, and what delays the first one', async () => {
  for (const label of ['Closing', 'Tax']) {
    await createHeader(db, { transaction: deal.uuid, uuid: newUuid(), label, parent: TOP, after: null });
  }
  await db.outbox.limit(1).modify({ lastError: 'A portal.' });
  const { outbox, lanes, dealNames } = await diagnostics(db);
  expect(outbox.length).toBe(2);
  expect(lanes).toEqual([
    { lane: deal.uuid, unsent: 2, acked: 0, oldestAt: outbox[0]?.madeAt, heldBy: 'A portal.' },
  ]);
  expect(dealNames.get(deal.uuid)).toBe('Project Alder');
});

it('the diagnostics show the leader, and how often a deal was repaired, once known', async () => {
  expect(await diagnostics(db)).toMatchObject({ epoch: 0, leader: null, healed: 0 });
  await db.meta.bulkPut([
    { key: 'epoch', value: 7 },
    { key: 'leader', value: { epoch: 7, since: '2026-11-21T10:42:00Z' } },
    { key: 'healed', value: 2 },
  ]);
  expect(await diagnostics(db)).toMatchObject({ epoch: 7, leader: { epoch: 7 }, healed: 2 });
});

it('reads setbacks back from disk, and leaves out invalid ones', () => {
  const note = { at: '2026-11-21T10:42:00Z', what: 'push', reason: 'A portal.', times: 1 };
  expect(asSetbacks([note, { at: 3 }, null, 'text'])).toEqual([note]);
  expect(asSetbacks('damaged')).toEqual([]);
});
