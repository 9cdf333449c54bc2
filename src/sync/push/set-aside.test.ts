import { afterEach, beforeEach, expect, it } from 'vitest';
import { newTransactionRow } from '../../../tests/support/rows.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { createHeader } from '../../db/commands/checklist/create-header.ts';
import { renameHeader } from '../../db/commands/checklist/rename-header.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { newUuid } from '../../db/uuid.ts';
import type { Answer } from './answer.ts';
import { retry, unreachable } from './classify.ts';
import { readLane } from './lane.ts';
import { pushNext } from './push.ts';
import { setAside } from './set-aside.ts';
import type { Transport } from '../transport/transport.ts';

const deal = newTransactionRow('Birch');
const [stuck, free] = [newUuid(), newUuid()];
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  await db.transactions.put(deal);
  for (const uuid of [stuck, free])
    await createHeader(db, { transaction: deal.uuid, uuid, label: 'New', parent: TOP, after: null });
  await renameHeader(db, { transaction: deal.uuid, uuid: stuck, label: 'Builds on it' });
});
afterEach(async () => db.delete());

/** A server that always fails for this header. */
const sent: unknown[] = [];
const failing = {
  send: async ({ input }: { input: unknown }) => {
    sent.push(input);
    const fails = JSON.stringify(input).includes(stuck);
    return fails ? retry('Something went wrong.') : { kind: 'ok', body: {}, etag: null, serverNow: null };
  },
} as unknown as Transport;

async function push() {
  return (await pushNext({ db, epoch: 1 }, failing, deal.uuid)).outcome;
}

async function first() {
  return (await db.outbox.orderBy('seq').first())?.id ?? '';
}

it('[REJ12] an edit that never gets through is set aside with its dependent edits, and the deal continues', async () => {
  expect(await push()).toBe('held');
  expect(await push()).toBe('held');
  await setAside(db, await first());
  expect(await db.rejected.toArray()).toMatchObject([
    { name: 'header.create', code: 'set_aside' },
    { name: 'header.rename', code: 'depends', reason: 'It depends on a change that you set aside.' },
  ]);
  expect((await db.elements.toArray()).map(({ uuid }) => uuid)).toEqual([free]);
  expect(await push()).toBe('sent');
  expect(await push()).toBe('idle');
});

it('[REJ12] an edit that is set aside records whether it was ever answered', async () => {
  const tellsOf = async (setback: Answer<unknown>) => {
    const transport = { send: async () => setback } as unknown as Transport;
    await pushNext({ db, epoch: 1 }, transport, deal.uuid);
    const { mutations } = await readLane({ db }, deal.uuid);
    return mutations[0]?.row;
  };
  const cut = await tellsOf(unreachable(new TypeError('fetch failed')));
  expect(cut).toMatchObject({ lastError: 'The server can’t be reached.', unreachable: true });
  const failed = await tellsOf(retry('Something went wrong.'));
  expect(failed).toMatchObject({ lastError: 'Something went wrong.', unreachable: false });
});

it('[REJ12] a dependent edit that was sent before says that it may have arrived', async () => {
  await db.outbox.toCollection().modify({ state: 'attempted' });
  await setAside(db, await first());
  expect((await db.rejected.where({ lane: deal.uuid }).sortBy('seq')).at(-1)?.reason).toBe(
    'It depends on a change that you set aside. It may have reached the server anyway.',
  );
});

it('[REJ12] an edit that the server has accepted is not set aside', async () => {
  await db.outbox.toCollection().modify({ state: 'acked', tick: 1, awaiting: ['elements'] });
  await setAside(db, await first());
  expect(await db.rejected.count()).toBe(0);
  expect(await db.outbox.count()).toBe(3);
});

it('[REJ12, LOST1] an edit that is set aside while the server accepts it is not kept as acknowledged', async () => {
  const id = await first();
  const accepting = {
    send: async () => {
      await setAside(db, id);
      return { kind: 'ok', body: {}, etag: null, serverNow: null };
    },
  } as unknown as Transport;
  await pushNext({ db, epoch: 1 }, accepting, deal.uuid);
  expect(await db.rejected.where({ id }).count()).toBe(1);
  expect(await db.sent.count()).toBe(0);
});
