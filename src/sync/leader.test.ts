import { beforeEach, expect, it } from 'vitest';
import { MirrorDatabase } from '../db/database.ts';
import { newUuid } from '../db/uuid.ts';
import { assertLeads, lead, nextTick, type Leadership } from './leader.ts';

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

/** A worker that leads until it is told to let go. */
function worker(of: MirrorDatabase = db, signal: AbortSignal = new AbortController().signal) {
  const letGo = Promise.withResolvers<void>();
  const began = Promise.withResolvers<Leadership>();
  const ended = lead(of, signal, async (leadership) => {
    began.resolve(leadership);
    await letGo.promise;
  });
  return { began: began.promise, letGo: letGo.resolve, ended };
}

async function heldAndWaiting(): Promise<{ held: number; waiting: number }> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const own = (locks: LockInfo[]) =>
    locks.filter(({ name }) => name === `counterpart-sync-${db.userId}`).length;
  return { held: own(held), waiting: own(pending) };
}

it('[LEAD1] a second worker waits until the first lets go, and then leads under the next epoch', async () => {
  const first = worker();
  expect((await first.began).epoch).toBe(1);
  const second = worker();
  await expect.poll(heldAndWaiting).toEqual({ held: 1, waiting: 1 });
  first.letGo();
  await first.ended;
  expect((await second.began).epoch).toBe(2);
  second.letGo();
  await second.ended;
  expect(await heldAndWaiting()).toEqual({ held: 0, waiting: 0 });
});

it('[LEAD1] a worker that fails lets go', async () => {
  await expect(
    lead(db, new AbortController().signal, async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  const next = worker();
  expect((await next.began).epoch).toBe(2);
  next.letGo();
  await next.ended;
});

it('[LEAD1] a worker that ends while it waits leads never', async () => {
  const first = worker();
  await first.began;
  const stopping = new AbortController();
  const second = worker(db, stopping.signal);
  await expect.poll(heldAndWaiting).toEqual({ held: 1, waiting: 1 });
  stopping.abort();
  await expect(second.ended).rejects.toThrow(/abort/i);
  first.letGo();
  await first.ended;
  const third = worker();
  expect((await third.began).epoch, 'the second has counted nothing').toBe(2);
  third.letGo();
  await third.ended;
});

it('[LEAD1] two people on one device do not wait for each other', async () => {
  const colleague = new MirrorDatabase(newUuid(), 'relaxed');
  const [mine, theirs] = [worker(), worker(colleague)];
  expect([(await mine.began).epoch, (await theirs.began).epoch]).toEqual([1, 1]);
  mine.letGo();
  theirs.letGo();
  await Promise.all([mine.ended, theirs.ended]);
  await colleague.delete();
});

it('[LEAD2] what an earlier leader was about to commit is dropped', async () => {
  const first = worker();
  const old = await first.began;
  first.letGo();
  await first.ended;
  const second = worker();
  const current = await second.began;
  const commit = async (leadership: Leadership) =>
    db.transaction('rw', db.meta, async () => {
      await db.meta.put({ key: 'mark', value: leadership.epoch });
      await assertLeads(leadership);
    });
  await commit(current);
  await expect(commit(old)).rejects.toThrow('another worker leads now');
  expect((await db.meta.get('mark'))?.value, 'the transaction is undone').toBe(2);
  second.letGo();
  await second.ended;
});

it('ticks go on where the last leader stopped, whatever the wall clock says', async () => {
  const tick = async () => db.transaction('rw', db.meta, async () => nextTick(db));
  expect([await tick(), await tick()]).toEqual([1, 2]);
  db.close();
  await db.open();
  expect(await tick()).toBe(3);
});
