import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { sendSoon } from '../../../../server/commands/packets/sending/send-if-due.ts';
import { sendQueuedPackets } from '../../../../server/jobs/signing/send-queued-packets.ts';
import { log } from '../../../../server/log.ts';
import { sendQueuedKind } from '../../../../server/queue/job-kinds.ts';
import { pendingJobs } from '../../../../server/queue/pending-jobs.ts';
import { Refusal } from '../../../../server/refusal.ts';
import { writeAsServer } from '../../../../server/store/deals/deal-write.ts';
import { WriteTurns } from '../../../../server/store/deals/write-turns.ts';
import { client, desk, openSigning, server, team } from '../open-signing.ts';
import { held, type Made, prepare, rowOf, sendInOrder, sign } from './rounds.ts';

openSigning();

describe('a signing order', () => {
  test('goes through every round, and a packet that is sent early keeps its message', async () => {
    const [jane, john, max] = [
      await prepare('Jane Doe'),
      await prepare('John Roe'),
      await prepare('Max Moe'),
    ];
    await sendInOrder([[jane], [john], [max]], { message: 'In this order.' });
    const early = await client.post(`/packet/${john.packet}/send`, {});
    expect(early.body, early.text).toMatchObject({ status: 'sent', queued: null });
    const token = await desk.linkFor(john.email);
    expect((await desk.open(token)).message).toBe('In this order.');
    await sign(john);
    await sign(max);
    expect(await rowOf(jane)).toMatchObject({ status: 'sent' });
  });
});

describe('packets that wait for one that won’t be signed', () => {
  test('are named in one notification', async () => {
    const [john, jane, max] = [
      await prepare('John Roe'),
      await prepare('Jane Doe'),
      await prepare('Max Moe'),
    ];
    await sendInOrder([[john], [jane, max]]);
    await desk.act(await desk.linkFor(john.email), 'decline', { reason: 'No.' });
    expect(await held()).toEqual([
      'The packets to Jane Doe and Max Moe for “Project Alder” weren’t sent. John Roe, who was to sign first, declined.',
    ]);
  });

  test('because its signatory was deleted are held by the next sweep', async () => {
    const [john, jane, max] = [
      await prepare('John Roe'),
      await prepare('Jane Doe'),
      await prepare('Max Moe'),
    ];
    await sendInOrder([[john], [jane], [max]]);
    const { db } = server.services;
    await db.updateTable('packets').set({ deleted_at: new Date() }).where('uuid', '=', jane.packet).execute();
    await sendQueuedPackets(server.services);
    expect(await held()).toEqual([
      'Max Moe’s packet for “Project Alder” wasn’t sent. A packet that was to be signed first was deleted.',
    ]);
    expect(await rowOf(max)).toMatchObject({ status: 'ready', queued: null });
  });
});

test('a waiting packet that is created again still waits, and those after it wait for the new one', async () => {
  const [john, jane, max] = [await prepare('John Roe'), await prepare('Jane Doe'), await prepare('Max Moe')];
  await sendInOrder([[john], [jane], [max]]);
  const again = { ...jane, packet: await desk.make(team, { signatories: [jane.signatory] }) };
  expect(await rowOf(again)).toMatchObject({ status: 'ready', queued: { waits_for: [john.packet] } });
  expect(await rowOf(max)).toMatchObject({ queued: { waits_for: [again.packet] } });
  expect(await held()).toEqual([]);
  // Nobody has reviewed its new page, so a person has to send it.
  await team.assign(await team.item('NDA'), jane.signatory);
  const more = { ...jane, packet: await desk.make(team, { signatories: [jane.signatory] }) };
  expect(await rowOf(more)).toMatchObject({
    status: 'ready',
    queued: null,
    held_reason: 'It was created again with more pages. Check them, then send it.',
  });
  expect(await rowOf(max)).toMatchObject({ queued: { waits_for: [more.packet] } });
  expect(await held()).toEqual([
    'Jane Doe’s packet for “Project Alder” wasn’t sent. It was created again with more pages. Check them, then send it.',
  ]);
});

test('a packet that is created again opens with the same access code, even if it has more pages', async () => {
  const [john, jane] = [await prepare('John Roe'), await prepare('Jane Doe')];
  await sendInOrder([[john], [jane]], { access_code: 'blue heron 7' });
  await team.assign(await team.item('NDA'), jane.signatory);
  const more = { ...jane, packet: await desk.make(team, { signatories: [jane.signatory] }) };
  expect(await rowOf(more)).toMatchObject({ status: 'ready', queued: null, has_access_code: true });
  expect((await client.post(`/packet/${more.packet}/send`, {})).status).toBe(200);
  const token = await desk.linkFor(jane.email);
  expect((await server.client().get(`/signing/${token}`)).body.state).toBe('locked');
});

test('a waiting packet shows its message and its last day, and both can be changed or removed', async () => {
  const [jane, john, max] = [await prepare('Jane Doe'), await prepare('John Roe'), await prepare('Max Moe')];
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await sendInOrder([[jane], [john, max]], { message: 'In this order.', expires_on: day });
  expect((await client.get(`/packet/${john.packet}`)).body).toMatchObject({
    message: 'In this order.',
    expires_on: day,
  });
  const sent = await client.post(`/packet/${john.packet}/send`, { message: '', expires_on: null });
  expect(Date.parse(sent.body.expires_at), sent.text).toBeGreaterThan(Date.now() + 59 * 86_400_000);
  expect((await desk.open(await desk.linkFor(john.email))).message).toBe('');
  expect((await client.get(`/packet/${john.packet}`)).body).toMatchObject({ message: '', expires_on: null });
  const kept = await client.post(`/packet/${max.packet}/send`, {});
  expect(Date.parse(kept.body.expires_at), kept.text).toBe(Date.parse(day) + 36 * 3_600_000);
});

test('both parts of a packet that is created again as two, one of them for paper, are waited for', async () => {
  const [jane, max] = [await prepare('Jane Doe'), await prepare('Max Moe')];
  const deed = await team.item('Original note');
  await team.assign(deed, jane.signatory);
  const whole = { ...jane, packet: await desk.make(team, { signatories: [jane.signatory] }) };
  const first = await prepare('John Roe');
  await sendInOrder([[first], [whole], [max]], { access_code: 'closing-day-7' });
  const edited = await client.patch(`/transactions/item/${deed}`, { requires_original_signatures: true });
  expect(edited.status, edited.text).toBe(200);
  await desk.make(team, { signatories: [jane.signatory] });
  const own = (await team.list('/packet')).filter((row) => row['signatory'] === jane.signatory);
  expect(new Set(own.map(({ needs_paper }) => needs_paper))).toEqual(new Set([false, true]));
  expect(own.find(({ needs_paper }) => !needs_paper)).toMatchObject({
    queued: { waits_for: [first.packet] },
    has_access_code: true,
  });
  expect(own.find(({ needs_paper }) => needs_paper)).toMatchObject({ queued: null, held_reason: null });
  const { waits_for: waits } = z
    .object({ waits_for: z.array(z.string()) })
    .parse((await rowOf(max))?.['queued']);
  expect(waits.toSorted()).toEqual(own.map(({ uuid }) => uuid).toSorted());
});

test('waiting packets that are created again together keep their order', async () => {
  const [john, jane, max] = [await prepare('John Roe'), await prepare('Jane Doe'), await prepare('Max Moe')];
  await sendInOrder([[john], [jane], [max]]);
  await desk.make(team, { signatories: [jane.signatory, max.signatory] });
  const rows = await team.list('/packet');
  const own = ({ signatory }: Made) => rows.find((row) => row['signatory'] === signatory);
  expect(own(jane)).toMatchObject({ status: 'ready', queued: { waits_for: [john.packet] } });
  expect(own(max)).toMatchObject({ status: 'ready', queued: { waits_for: [own(jane)?.['uuid']] } });
  expect(await held()).toEqual([]);
});

test('a packet is held if the person who queued it can only view the transaction when its turn comes', async () => {
  const [jane, john] = [await prepare('Jane Doe'), await prepare('John Roe')];
  await sendInOrder([[jane], [john]]);
  await server.services.db
    .updateTable('participants')
    .set({ access: 'view' })
    .where('transaction', '=', team.deal)
    .execute();
  await sign(jane);
  await expect.poll(async () => (await rowOf(john))?.['queued']).toBeNull();
  expect(await held()).toEqual([
    'John Roe’s packet for “Project Alder” wasn’t sent. The person who queued it can no longer change this transaction.',
  ]);
  expect(await rowOf(john)).toMatchObject({ status: 'ready' });
});

/** The write queue of a server on which some of the writes to the test's deal fail. */
class FailingTurns extends WriteTurns {
  readonly #deal: string;
  readonly #errors: ReadonlyMap<number, Error>;
  #writes = 0;

  /** @param errors the error of each failing write, by the write's number */
  constructor(errors: Readonly<Record<number, Error>>) {
    super({ atOnce: 5, waitMs: 10_000, mostWaiting: 100 });
    this.#deal = team.deal;
    this.#errors = new Map(Object.entries(errors).map(([number, error]) => [Number(number), error]));
  }

  override async run<Result>(deal: string | null, work: () => Promise<Result>): Promise<Result> {
    if (deal === this.#deal) {
      this.#writes += 1;
      const error = this.#errors.get(this.#writes);
      if (error) throw error;
    }
    return super.run(deal, work);
  }
}

describe('when writes fail', () => {
  const tooBusy = () => new Refusal('unavailable', 'Many changes are being saved right now.');

  /** Jane’s packet is due now, and Max’s after hers. */
  async function twoRounds() {
    const [john, jane, max] = [
      await prepare('John Roe'),
      await prepare('Jane Doe'),
      await prepare('Max Moe'),
    ];
    await sendInOrder([[john], [jane], [max]]);
    await server.services.db
      .updateTable('packets')
      .set({ status: 'completed' })
      .where('uuid', '=', john.packet)
      .execute();
    return { jane, max };
  }

  const sendWith = async (errors: Readonly<Record<number, Error>>) =>
    sendQueuedPackets({ ...server.services, turns: new FailingTurns(errors) });

  test('because the server is busy, packets stay queued and go out later', async () => {
    const { jane, max } = await twoRounds();
    await sendWith({ 1: tooBusy(), 2: tooBusy() });
    await sendWith({ 1: new Error('broken'), 3: tooBusy() });
    expect(await rowOf(jane)).toMatchObject({ status: 'ready', held_reason: null });
    expect((await rowOf(jane))?.['queued']).not.toBeNull();
    expect((await rowOf(max))?.['queued']).not.toBeNull();
    expect(await held()).toEqual([]);
    await sendQueuedPackets(server.services);
    expect(await rowOf(jane)).toMatchObject({ status: 'sent', queued: null });
  });

  test('only a packet whose turn has come is held, with the reason if there is one', async () => {
    const { jane, max } = await twoRounds();
    const reason = 'This signatory does not exist, or you have no access to it.';
    await sendWith({ 1: new Error('broken'), 3: new Refusal('not_found', reason) });
    expect(await rowOf(jane)).toMatchObject({ status: 'ready', queued: null, held_reason: reason });
    expect(await rowOf(max)).toMatchObject({
      status: 'ready',
      queued: { waits_for: [jane.packet] },
      held_reason: null,
    });
  });

  test('for all packets together but not for each alone, they go out and the error is logged', async () => {
    const { jane } = await twoRounds();
    const warn = vi.spyOn(log, 'warn');
    try {
      const err = new Error('broken');
      await sendWith({ 1: err });
      expect(await rowOf(jane)).toMatchObject({ status: 'sent' });
      expect(warn).toHaveBeenCalledWith({ err, transaction: team.deal }, expect.any(String));
    } finally {
      warn.mockRestore();
    }
  });
});

test('packets of one deal that are made at once share one job that sends them', async () => {
  const [jane, john] = [await prepare('Jane Doe'), await prepare('John Roe')];
  const own = new Set([jane.packet, john.packet]);
  await writeAsServer(
    server.services,
    'packets.send',
    async () => team.deal,
    async (scope) => {
      await sendSoon(scope, jane.packet);
      await sendSoon(scope, john.packet);
      const jobs = await pendingJobs(scope.tx, sendQueuedKind);
      expect(jobs.filter(({ packet }) => own.has(packet))).toEqual([{ packet: jane.packet }]);
    },
  );
});
