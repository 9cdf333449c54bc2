import { Dexie } from 'dexie';
import { expect, test, vi } from 'vitest';
import { TOP } from '../../src/contract/rules/checklist/child-lists.ts';
import { createHeader } from '../../src/db/commands/checklist/create-header.ts';
import { deleteElements } from '../../src/db/commands/checklist/delete-element.ts';
import { moveElements } from '../../src/db/commands/checklist/move-elements.ts';
import { renameHeader } from '../../src/db/commands/checklist/rename-header.ts';
import { newUuid } from '../../src/db/uuid.ts';
import { Device } from './device.ts';

test('[FOLD1] an edit shows at once, and is on the server after one push', async () => {
  const { device, ids } = await Device.withHeaders(3);
  const [first = '', second = '', third = ''] = ids;
  await moveElements(device.db, { transaction: device.deal, ids: [third], parent: TOP, after: null });
  expect(await device.top()).toEqual([third, first, second]);
  expect(device.server.order(device.deal).get(TOP)).toEqual([first, second, third]);

  await device.pushAll();
  expect(device.server.order(device.deal).get(TOP)).toEqual([third, first, second]);
  await device.pullDeal();
  expect(await device.outbox()).toEqual([]);
  expect(await device.db.base.count()).toBe(0);
  expect(await device.top()).toEqual([third, first, second]);
});

test('[PUSH4] an acknowledged edit stays on the screen until the deal has arrived from a later request', async () => {
  const { device, ids } = await Device.withHeaders(3);
  const [first = '', second = '', third = ''] = ids;
  await moveElements(device.db, { transaction: device.deal, ids: [third], parent: TOP, after: null });
  await device.push();
  expect((await device.outbox()).map((row) => row.state)).toEqual(['acked']);
  expect(await device.top()).toEqual([third, first, second]);
  await device.pullDeals();
  expect(await device.outbox()).toHaveLength(1);
  await device.pullDeal();
  expect(await device.outbox()).toHaveLength(0);
  expect(await device.top()).toEqual([third, first, second]);
});

test('[PUSH4] a response requested before the acknowledgment does not remove the edit from the screen', async () => {
  const { device, ids } = await Device.withHeaders(3);
  const [first = '', second = '', third = ''] = ids;
  const uuid = newUuid();
  const takeIn = await device.requestDeal();
  await createHeader(device.db, {
    transaction: device.deal,
    uuid,
    label: 'Escrow',
    parent: TOP,
    after: null,
  });
  await moveElements(device.db, { transaction: device.deal, ids: [third], parent: TOP, after: null });
  await device.pushAll();
  await takeIn();
  expect(await device.top()).toEqual([third, uuid, first, second]);
  expect((await device.outbox()).map(({ state, awaiting }) => ({ state, awaiting }))).toEqual([
    { state: 'acked', awaiting: ['elements'] },
    { state: 'acked', awaiting: ['elements'] },
  ]);
  await device.pullDeal();
  expect(await device.outbox()).toEqual([]);
  expect(await device.top()).toEqual([third, uuid, first, second]);
});

test('[PUSH3, LEAD2] an edit whose response reached a dead worker is sent again by the next one, and applied once', async () => {
  const { device, ids } = await Device.withHeaders(2);
  const uuid = newUuid();
  await createHeader(device.db, {
    transaction: device.deal,
    uuid,
    label: 'Escrow',
    parent: TOP,
    after: null,
  });
  const next = await device.crashWhileSending();
  expect((await next.outbox()).map(({ state }) => state)).toEqual(['attempted']);
  expect(device.server.applied).toHaveLength(1);
  await next.pushAll();
  await next.pullDeal();
  expect(device.server.applied).toHaveLength(1);
  expect(await next.top()).toEqual([uuid, ...ids]);
  expect(await next.outbox()).toEqual([]);
});

test('[LEAD2] a worker that is no longer the leader does not apply a response that it requested before', async () => {
  const { device, ids } = await Device.withHeaders(2);
  device.server.remove(device.deal, ids[0] ?? '');
  const takeIn = await device.requestDeal();
  const next = await device.crash();
  await takeIn();
  expect(await next.top()).toEqual(ids);
  await next.pullDeal();
  expect(await next.top()).toEqual(ids.slice(1));
});

test('two devices of one user end with the same checklist, each with the other’s edits', async () => {
  const { device, ids } = await Device.withHeaders(3);
  const [first = '', second = '', third = ''] = ids;
  const other = await device.second();
  await moveElements(device.db, { transaction: device.deal, ids: [third], parent: TOP, after: null });
  await renameHeader(other.db, { transaction: device.deal, uuid: third, label: 'Closing' });
  await deleteElements(other.db, { transaction: device.deal, uuids: [second] });
  for (const each of [other, device]) await each.pushAll();
  for (const each of [other, device]) {
    await each.pullDeal();
    expect(await each.top()).toEqual([third, first]);
    expect((await each.db.elements.get(third))?.label).toBe('Closing');
    expect(await each.tray()).toEqual([]);
  }
});

/**
 * Returns two people's devices with one deal of four headers, and a function that moves a header into another
 * on one of them.
 */
async function twoPeople() {
  const { device, ids } = await Device.withHeaders(4);
  const move = async (by: Device, what: string, parent: string) =>
    moveElements(by.db, { transaction: device.deal, ids: [what], parent, after: null });
  return { one: device, other: await device.second(), ids, move };
}

test('[FOLD3, REJ1] when two people move branches into each other, one move is rejected and reported, and both have the same tree', async () => {
  const { one, other, ids, move } = await twoPeople();
  const [x = '', y = '', ...rest] = ids;
  await move(one, x, y);
  await move(other, y, x);
  await one.pushAll();
  expect((await other.pushAll()).outcome).toBe('idle');
  for (const each of [one, other, one]) await each.pullDeal();
  const tree = new Map([
    [TOP, [y, ...rest]],
    [y, [x]],
  ]);
  expect(await one.order()).toEqual(tree);
  expect(await other.order()).toEqual(tree);
  expect(one.server.order(one.deal)).toEqual(tree);
  expect(await one.tray()).toEqual([]);
  expect(await one.toasts()).toEqual([]);
  expect(await other.tray()).toMatchObject([{ reason: 'An element cannot be moved below itself.' }]);
  expect(await other.toasts()).toEqual(['There was a problem attempting to update the order']);
});

test('[FOLD3] a concurrent move by the other user creates no cycle on the screen, even before the rejection', async () => {
  const { one, other, ids, move } = await twoPeople();
  const [x = '', y = '', ...rest] = ids;
  await move(one, x, y);
  await move(other, y, x);
  await one.pushAll();
  await other.pullDeal();
  expect(await other.order()).toEqual(
    new Map([
      [TOP, [y, ...rest]],
      [y, [x]],
    ]),
  );
});

test('when two people move the same branch to different places, the last move wins, and both see the branch there once', async () => {
  const { one, other, ids, move } = await twoPeople();
  const [x = '', y = '', z = '', last = ''] = ids;
  await move(one, x, y);
  await move(other, x, z);
  await one.pushAll();
  await other.pushAll();
  const tree = new Map([
    [TOP, [y, z, last]],
    [z, [x]],
  ]);
  for (const each of [one, other]) {
    await each.pullDeal();
    expect(await each.order()).toEqual(tree);
    expect(await each.tray()).toEqual([]);
  }
});

test('[PUSH1] edits are sent in the order in which they were made, regardless of the clock', async () => {
  const { device, ids } = await Device.withHeaders(1);
  const now = Date.now();
  const day = 24 * 3600_000;
  const made: string[] = [];
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (const at of [now + day, now - day, now]) {
      vi.setSystemTime(at);
      const uuid = newUuid();
      await createHeader(device.db, {
        transaction: device.deal,
        uuid,
        label: `Header ${made.length}`,
        parent: made.at(-1) ?? TOP,
        after: null,
      });
      made.push(uuid);
    }
  } finally {
    vi.useRealTimers();
  }
  const [outer = '', middle = '', inner = ''] = made;
  await device.pushAll();
  expect(await device.tray()).toEqual([]);
  // In a different order, the inner headers would have been rejected, because their parents would not have
  // existed yet.
  expect(device.server.order(device.deal)).toEqual(
    new Map([
      [TOP, [outer, ...ids]],
      [outer, [middle]],
      [middle, [inner]],
    ]),
  );
});

test('[PULL4] a pull during an unsent edit keeps the edit on top of what others did', async () => {
  const { device, ids } = await Device.withHeaders(3);
  const [first = '', second = '', third = ''] = ids;
  const added = newUuid();
  await moveElements(device.db, { transaction: device.deal, ids: [third], parent: TOP, after: null });
  device.server.addHeader(device.deal, added, 'From a colleague');
  device.server.remove(device.deal, second);
  await device.pullDeal();
  expect(await device.top()).toEqual([third, first, added]);
  await device.pushAll();
  await device.pullDeal();
  expect(await device.order()).toEqual(device.server.order(device.deal));
});

test('[PUSH3] an edit whose response is lost is sent again and applied once', async () => {
  const { device } = await Device.withHeaders(1);
  const uuid = newUuid();
  await createHeader(device.db, {
    transaction: device.deal,
    uuid,
    label: 'Escrow',
    parent: TOP,
    after: null,
  });
  device.server.fail('answer lost');
  expect((await device.push()).outcome).toBe('held');
  expect((await device.outbox())[0]?.state).toBe('attempted');
  await device.pushAll();
  expect(device.server.applied).toHaveLength(1);
  await device.pullDeal();
  expect(await device.order()).toEqual(device.server.order(device.deal));
});

test('[PUSH2] a request is frozen when it is first sent, even if the checklist changes before it is sent again', async () => {
  const { device, ids } = await Device.withHeaders(3);
  const [first = '', , third = ''] = ids;
  await moveElements(device.db, { transaction: device.deal, ids: [first], parent: TOP, after: third });
  device.server.fail('request lost');
  await device.push();
  const frozen = (await device.outbox())[0]?.request;
  device.server.addHeader(device.deal, newUuid(), 'From a colleague', TOP, 0);
  await device.pullDeal();
  device.server.fail('request lost');
  await device.push();
  expect((await device.outbox())[0]?.request).toEqual(frozen);
});

test('[REJ1] a rejected reorder restores the old order, says so, and keeps the edit in the tray', async () => {
  const { device, ids } = await Device.withHeaders(3);
  await moveElements(device.db, { transaction: device.deal, ids: ids.slice(2), parent: TOP, after: null });
  device.server.fail({ refuse: 'invalid', message: 'The order is fixed.' });
  await device.push();
  expect(await device.top()).toEqual(ids);
  expect(await device.toasts()).toEqual(['There was a problem attempting to update the order']);
  expect(await device.tray()).toMatchObject([{ name: 'element.move', reason: 'The order is fixed.' }]);
  expect(await device.outbox()).toEqual([]);
  expect(await device.db.base.count()).toBe(0);
});

test('[REJ2] dependent edits of a rejected creation are rejected with it, and other edits continue', async () => {
  const { device, ids } = await Device.withHeaders(2);
  const [first = '', second = ''] = ids;
  const uuid = newUuid();
  await createHeader(device.db, {
    transaction: device.deal,
    uuid,
    label: 'Escrow',
    parent: TOP,
    after: null,
  });
  await moveElements(device.db, { transaction: device.deal, ids: [first], parent: uuid, after: null });
  await renameHeader(device.db, { transaction: device.deal, uuid: second, label: 'Closing' });
  device.server.fail({ refuse: 'invalid', message: 'No more headers.' });
  await device.pushAll();
  // The move must not even be sent. The server would reject it anyway, because its parent is unknown.
  const [created, fallen] = (await device.tray()).toSorted(
    (a, b) => (a.because ? 1 : 0) - (b.because ? 1 : 0),
  );
  expect(created).toMatchObject({ name: 'header.create', reason: 'No more headers.' });
  expect(fallen).toMatchObject({ name: 'element.move', code: 'depends', because: created?.id });
  expect(await device.tray()).toHaveLength(2);
  expect(await device.toasts()).toEqual(['There was a problem attempting to create the header']);
  await device.pullDeal();
  expect(await device.top()).toEqual([first, second]);
  expect(device.server.labels.get(device.deal)?.get(second)).toBe('Closing');
});

test.for(['request lost', 'portal page', 'signed out', 'not modified'] as const)(
  '[AUTH1, AUTH2, PUSH6] nothing in the outbox is lost when the response is: %s',
  async (fault) => {
    const { device, ids } = await Device.withHeaders(2);
    await deleteElements(device.db, { transaction: device.deal, uuids: [ids[0] ?? ''] });
    device.server.fail(fault);
    expect((await device.push()).outcome).toBe('held');
    expect(await device.outbox()).toHaveLength(1);
    expect(await device.top()).toEqual(ids.slice(1));
    await device.pushAll();
    expect(device.server.order(device.deal).get(TOP)).toEqual(ids.slice(1));
  },
);

test('[REJ3] an unreadable outbox row is shown in the tray and delays nothing', async () => {
  const { device, ids } = await Device.withHeaders(2);
  const [first = '', second = ''] = ids;
  await moveElements(device.db, { transaction: device.deal, ids: [second], parent: TOP, after: null });
  await device.db.outbox.toCollection().modify({ args: { ids: 'not a list' } });
  await renameHeader(device.db, { transaction: device.deal, uuid: first, label: 'Closing' });
  await device.pushAll();
  expect(await device.tray()).toMatchObject([{ code: 'unreadable' }]);
  expect(device.server.labels.get(device.deal)?.get(first)).toBe('Closing');
  await device.pullDeal();
  expect(await device.order()).toEqual(device.server.order(device.deal));
});

test('[PULL2] a pull without changes writes nothing and updates no screen', async () => {
  const { device } = await Device.withHeaders(5);
  let woken = 0;
  const subscription = Dexie.liveQuery(() => device.db.elements.toArray()).subscribe(() => {
    woken += 1;
  });
  await expect.poll(() => woken).toBe(1);
  await device.pullDeal();
  await device.pullDeal();
  await device.db.elements.put({ ...(await device.db.elements.toArray())[0]!, label: 'The only change' });
  await expect.poll(() => woken).toBe(2);
  subscription.unsubscribe();
});

test('[PULL5] a deal that the user lost is purged from the device, and its unsent edits are kept in the tray', async () => {
  const { device, ids } = await Device.withHeaders(2);
  await renameHeader(device.db, { transaction: device.deal, uuid: ids[0] ?? '', label: 'Closing' });
  device.server.deals.delete(device.deal);
  await device.pullDeals();
  expect(await device.db.transactions.count()).toBe(0);
  expect(await device.db.elements.count()).toBe(0);
  expect(await device.db.childLists.count()).toBe(0);
  expect(await device.tray()).toMatchObject([
    { name: 'header.rename', reason: 'You no longer have access to this transaction.' },
  ]);
});

test('[LEAD2] a worker that has lost the lead commits nothing', async () => {
  const { device, ids } = await Device.withHeaders(2);
  await renameHeader(device.db, { transaction: device.deal, uuid: ids[0] ?? '', label: 'Closing' });
  await device.db.meta.put({ key: 'epoch', value: 2 });
  await expect(device.push()).rejects.toThrow('another worker leads now');
  expect((await device.outbox()).map((row) => row.state)).toEqual(['pending']);
});
