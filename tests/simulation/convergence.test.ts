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
}

const kinds = [
  'create',
  'rename',
  'move',
  'delete',
  'push',
  'pull',
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
  }),
  { minLength: 5, maxLength: 40 },
);

test('[FOLD, PUSH, PULL, REJ] whatever is lost, refused or done by others: in the end the mirror is what the server has, and every edit is accounted for', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (schedule) => {
      const { device } = await Device.withHeaders(4);
      let made = 0;
      for (const step of schedule) made += await carryOut(device, step);
      const { outcome } = await settle(device);
      expect(outcome).toBe('idle');
      expect(await device.order()).toEqual(device.server.order(device.deal));
      expect(await labels(device)).toEqual(device.server.labels.get(device.deal));
      expect(await device.outbox()).toEqual([]);
      expect(await device.db.base.count()).toBe(0);
      expect(device.server.applied.length + (await device.tray()).length).toBe(made);
      expect(new Set(device.server.applied).size).toBe(device.server.applied.length);
      await device.db.delete();
    }),
    { numRuns: 60 },
  );
});

async function settle(device: Device) {
  device.server.heal();
  const pushed = await device.pushAll();
  await device.pullDeal();
  return pushed;
}

async function labels(device: Device): Promise<Map<string, string>> {
  const rows = await device.db.elements.where({ transaction: device.deal }).toArray();
  return new Map(rows.map((row) => [row.uuid, row.label ?? '']));
}

/** Carries out a step; answers how many edits it made. */
async function carryOut(device: Device, { kind, a, b, c }: Step): Promise<number> {
  const { server, db, deal: transaction } = device;
  const shown = await db.elements.where({ transaction }).primaryKeys();
  const known = server.elements(transaction).map((element) => element.uuid);
  const own = (index: number) => shown[index % Math.max(shown.length, 1)];
  const theirs = (index: number) => known[index % Math.max(known.length, 1)];
  const [first, second, third] = [own(a), own(b), own(c)];
  const parent = c % 3 === 0 ? TOP : (third ?? TOP);
  const after = b % 4 === 0 ? null : (second ?? null);
  switch (kind) {
    case 'create':
      await createHeader(db, { transaction, uuid: newUuid(), label: `Header ${a}`, parent, after });
      return 1;
    case 'rename':
      if (!first) return 0;
      await renameHeader(db, { transaction, uuid: first, label: `Renamed ${b}` });
      return 1;
    case 'move':
      if (!first) return 0;
      await moveElements(db, { transaction, ids: [...new Set([first, second ?? first])], parent, after });
      return 1;
    case 'delete':
      if (!first) return 0;
      await deleteElement(db, { transaction, uuid: first });
      return 1;
    case 'push':
      await device.push();
      return 0;
    case 'pull':
      await device.pull('elements');
      return 0;
    case 'lose request':
      server.fail('request lost');
      return 0;
    case 'lose answer':
      server.fail('answer lost');
      return 0;
    case 'refuse':
      server.fail({ refuse: 'invalid', message: 'No.' });
      return 0;
    case 'colleague creates':
      server.addHeader(transaction, newUuid(), `Colleague’s ${a}`, TOP, b);
      return 0;
    case 'colleague moves': {
      const [id, target] = [theirs(a), theirs(b)];
      if (id && target) server.tryMove(transaction, [id], c % 2 === 0 ? TOP : target, c);
      return 0;
    }
    case 'colleague deletes': {
      const id = theirs(a);
      if (id) server.remove(transaction, id);
      return 0;
    }
  }
}
