import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOP } from '../../src/contract/rules/child-lists.ts';
import { createHeader } from '../../src/db/commands/create-header.ts';
import { deleteElement } from '../../src/db/commands/delete-element.ts';
import { moveElements } from '../../src/db/commands/move-elements.ts';
import { renameHeader } from '../../src/db/commands/rename-header.ts';
import { newUuid } from '../../src/db/uuid.ts';
import { Device } from './device.ts';

/** One step of a schedule; `a`, `b` and `c` pick among what is there. */
interface Step {
  kind: (typeof kinds)[number];
  a: number;
  b: number;
  c: number;
  /** Whether it happens on the person's second device. */
  elsewhere: boolean;
}

/** What a schedule goes on with. */
interface Run {
  devices: Device[];
  /** Lists that were asked for and have not come, in the order of the asking. */
  underWay: (() => Promise<void>)[];
  made: number;
  /** Headers that were made, and those that were deleted again, by each device. */
  own: { created: Set<string>; deleted: Set<string> }[];
}

/** What is listed twice happens twice as often: schedules of nothing but faults say little. */
const kinds = [
  'create',
  'create',
  'rename',
  'move',
  'delete',
  'push',
  'push',
  'push',
  'pull',
  'ask',
  'ask',
  'take in',
  'take in',
  'edit during a pull',
  'crash',
  'crash while sending',
  'lose request',
  'lose answer',
  'refuse',
  'colleague creates',
  'colleague moves',
  'colleague deletes',
] as const;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    a: fc.nat(30),
    b: fc.nat(30),
    c: fc.nat(30),
    elsewhere: fc.boolean(),
  }),
  { minLength: 5, maxLength: 50 },
);

test('[FOLD, PUSH, PULL, REJ, LEAD] whatever is lost, late, refused, done by others or cut off by a crash: in the end each mirror is what the server has, and every edit is accounted for', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (schedule) => {
      const { device } = await Device.withHeaders(4);
      const { server } = device;
      const run: Run = {
        devices: [device, await device.second()],
        underWay: [],
        made: 0,
        own: [1, 2].map(() => ({ created: new Set(), deleted: new Set() })),
      };
      for (const step of schedule) {
        await carryOut(run, step);
        await expectOwnShown(run);
      }
      server.heal();
      for (const each of run.devices) expect((await each.pushAll()).outcome).toBe('idle');
      for (const takeIn of run.underWay) await takeIn();
      for (const each of run.devices) await expectInStep(each);
      const trays = await Promise.all(run.devices.map(async (each) => each.tray()));
      expect(server.applied.length + trays.flat().length).toBe(run.made);
      expect(new Set(server.applied).size).toBe(server.applied.length);
      for (const each of run.devices) await each.db.delete();
    }),
    { numRuns: 120 },
  );
}, 60_000);

async function expectInStep(device: Device): Promise<void> {
  await device.pullDeal();
  expect(await device.order()).toEqual(device.server.order(device.deal));
  expect(await labels(device)).toEqual(device.server.labels.get(device.deal));
  expect(await device.outbox()).toEqual([]);
  expect(await device.db.base.count()).toBe(0);
}

/** PUSH4: what the person made and the server has never vanishes from the screen on which it was made. */
async function expectOwnShown({ devices, own }: Run): Promise<void> {
  for (const [index, device] of devices.entries()) {
    const { created = new Set<string>(), deleted = new Set<string>() } = own[index] ?? {};
    const shown = new Set(await device.db.elements.where({ transaction: device.deal }).primaryKeys());
    const stands = device.server.labels.get(device.deal);
    const missing = [...created].filter((id) => stands?.has(id) && !deleted.has(id) && !shown.has(id));
    expect(missing).toEqual([]);
  }
}

async function labels(device: Device): Promise<Map<string, string>> {
  const rows = await device.db.elements.where({ transaction: device.deal }).toArray();
  return new Map(rows.map((row) => [row.uuid, row.label ?? '']));
}

async function carryOut(run: Run, step: Step): Promise<void> {
  const index = step.elsewhere ? 1 : 0;
  const device = run.devices[index];
  const own = run.own[index];
  if (!device || !own) return;
  const { a, b } = step;
  switch (step.kind) {
    case 'push':
      await device.push();
      return;
    case 'pull':
      await device.pull('elements');
      return;
    case 'ask':
      run.underWay.push(await device.ask('elements'));
      return;
    case 'take in':
      await run.underWay.splice(a % Math.max(run.underWay.length, 1), 1)[0]?.();
      return;
    case 'edit during a pull': {
      const takeIn = await device.ask('elements');
      run.made += await edit(device, own, { ...step, kind: 'create' });
      for (let pushes = 0; pushes <= b % 4; pushes += 1) await device.push();
      await takeIn();
      return;
    }
    case 'crash':
      run.devices[index] = await device.crash();
      return;
    case 'crash while sending':
      run.devices[index] = await device.crashWhileSending();
      return;
    case 'lose request':
      device.server.fail('request lost');
      return;
    case 'lose answer':
      device.server.fail('answer lost');
      return;
    case 'refuse':
      device.server.fail({ refuse: 'invalid', message: 'No.' });
      return;
    case 'create':
    case 'rename':
    case 'move':
    case 'delete':
      run.made += await edit(device, own, step);
      return;
    case 'colleague creates':
      device.server.addHeader(device.deal, newUuid(), `Colleague’s ${a}`, TOP, b);
      return;
    case 'colleague moves':
    case 'colleague deletes':
      byColleague(device, step);
  }
}

/** Makes an edit on the device; answers how many, where there is something to edit. */
async function edit(
  { db, deal: transaction }: Device,
  own: { created: Set<string>; deleted: Set<string> },
  { kind, a, b, c }: Step,
): Promise<number> {
  const shown = await db.elements.where({ transaction }).primaryKeys();
  const [first, second, third] = [a, b, c].map((index) => shown[index % Math.max(shown.length, 1)]);
  const parent = c % 3 === 0 ? TOP : (third ?? TOP);
  const after = b % 4 === 0 ? null : (second ?? null);
  if (kind === 'create') {
    const uuid = newUuid();
    own.created.add(uuid);
    await createHeader(db, { transaction, uuid, label: `Header ${a}`, parent, after });
    return 1;
  }
  if (!first) return 0;
  if (kind === 'rename') await renameHeader(db, { transaction, uuid: first, label: `Renamed ${b}` });
  if (kind === 'move')
    await moveElements(db, { transaction, ids: [...new Set([first, second ?? first])], parent, after });
  if (kind === 'delete') {
    own.deleted.add(first);
    await deleteElement(db, { transaction, uuid: first });
  }
  return 1;
}

function byColleague({ server, deal }: Device, { kind, a, b, c }: Step): void {
  const known = server.elements(deal).map((element) => element.uuid);
  const [id, target] = [a, b].map((index) => known[index % Math.max(known.length, 1)]);
  if (!id || !target) return;
  if (kind === 'colleague moves') server.tryMove(deal, [id], c % 2 === 0 ? TOP : target, c);
  else server.remove(deal, id);
}
