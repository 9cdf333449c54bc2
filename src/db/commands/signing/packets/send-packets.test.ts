import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOP } from '../../../../contract/rules/checklist/child-lists.ts';
import { MirrorDatabase } from '../../../database.ts';
import { foldedTables, refold } from '../../../outbox/fold.ts';
import { deviceChecks } from '../../../queries/signing/packets/device-preflight.ts';
import { packetsOf } from '../../../queries/signing/packets/packets.ts';
import { newUuid } from '../../../uuid.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { createItem } from '../../checklist/create-item.ts';
import { createTransaction } from '../../transactions/create-transaction.ts';
import { createAssignments } from '../assignments/assignments.ts';
import { createPacketAgain, createPackets } from './create-packets.ts';
import { createRepresentative } from '../signatories/representatives.ts';
import { queuePackets } from './send-packets.ts';
import { createSignatory } from '../signatories/signatories.ts';
import { updateRow } from '../../collections/standard-commands.ts';

const transaction = newUuid();
const [alpha, jane, president] = [newUuid(), newUuid(), newUuid()];

let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await createSignatory(db, { transaction, uuid: alpha, fullName: 'Alpha Corp.', isOrg: true });
  await createSignatory(db, { transaction, uuid: jane, fullName: 'Jane Doe', isOrg: false });
  await createRepresentative(db, {
    transaction,
    uuid: president,
    entity: alpha,
    signatory: jane,
    title: 'President',
  });
});
afterEach(async () => db.delete());

async function assign(signatory: string, authRep: string | null = null): Promise<string> {
  const uuid = newUuid();
  const page = { uuid, item: newUuid(), page: newUuid(), pageOrder: 0, signatory, authRep };
  await createAssignments(db, { transaction, assignments: [page] });
  return uuid;
}

const create = async () => createPackets(db, { transaction, people: [jane] });
const packets = async () => (await packetsOf(db, transaction)).packets;
const statusOf = async (uuid: string) => (await db.assignments.get(uuid))?.status;
const edits = async (name: string) => db.outbox.filter((row) => row.name === name).toArray();

async function send(message = 'From the plane.') {
  const [packet] = await packets();
  if (!packet) throw new Error('There is no packet.');
  const { uuid, assignments } = packet.row;
  const sending = { message, expiresOn: null, after: [], seen: { version: 3, assignments, warnings: [] } };
  return queuePackets(db, transaction, [{ uuid, to: 'Jane Doe', sending }]);
}

/** The server refuses these edits, so their effects are undone. */
async function refuse(...names: string[]): Promise<void> {
  await db.outbox.filter(({ name }) => names.includes(name)).delete();
  await db.transaction('rw', foldedTables(db), async () => refold(db, transaction, [], []));
}

describe('a packet that is created offline', () => {
  it('has everything that its person signs, also for an entity, and waits for the server', async () => {
    const signed = [await assign(jane), await assign(alpha, president)];
    await create();
    const [packet, ...others] = await packets();
    expect(others).toEqual([]);
    expect(packet).toMatchObject({
      row: { status: 'generating', signatory: jane, needsPaper: false },
      isUncreated: true,
      isToBeSent: false,
    });
    expect(new Set(packet?.row.assignments)).toEqual(new Set(signed));
    expect(await Promise.all(signed.map(statusOf))).toEqual(['in_packet', 'in_packet']);
    expect((await packetsOf(db, transaction)).without).toEqual([]);
  });

  it('leaves out what needs ink, which goes in a separate packet', async () => {
    const [plain, notarized] = [await assign(jane), await assign(jane)];
    await updateRow(db, 'assignments', { transaction, uuid: notarized, edits: { requiresNotary: true } });
    await create();
    const made = (await packets()).map(({ row }) => [row.needsPaper, row.assignments]);
    expect(made).toContainEqual([false, [plain]]);
    expect(made).toContainEqual([true, [notarized]]);
  });

  it('has the chosen options, which reach the server with it', async () => {
    await assign(jane);
    const options = { coverAndIndex: true, slipPages: false };
    await createPackets(db, { transaction, people: [jane], options });
    expect(await packets()).toMatchObject([{ row: { options } }]);
    expect(await edits('packet.create')).toMatchObject([{ args: { options } }]);
  });

  it('replaces one that wasn’t sent', async () => {
    await assign(jane);
    await create();
    const [before] = await packets();
    await assign(jane);
    await create();
    const [after, ...others] = await packets();
    expect(others).toEqual([]);
    expect(after?.row.uuid).not.toBe(before?.row.uuid);
    expect(after?.row.assignments).toHaveLength(2);
  });

  it('can be created again for everyone who currently signs its pages, until it is sent', async () => {
    await assign(jane);
    await assign(alpha, president);
    await create();
    expect(await packets()).toMatchObject([{ signers: [jane] }]);
    await db.packets.toCollection().modify({ status: 'sent' });
    await db.assignments.toCollection().modify({ status: 'sent' });
    expect(await packets()).toMatchObject([{ signers: [] }]);
  });

  it('has only its own pages when it is created again, and the person’s other packets stay', async () => {
    const [plain, notarized] = [await assign(jane), await assign(jane)];
    await updateRow(db, 'assignments', { transaction, uuid: notarized, edits: { requiresNotary: true } });
    await create();
    const before = (await packets()).map(({ row }) => row);
    const [onPaper, inRoom] = [true, false].map((is) => before.find((row) => row.needsPaper === is)?.uuid);
    await assign(jane);
    const [again] = await createPacketAgain(db, { transaction, packet: inRoom ?? '' });
    expect(again).toMatchObject({ signatory: jane, needsPaper: false, assignments: [plain] });
    expect(new Set((await packets()).map(({ row }) => row.uuid))).toEqual(new Set([onPaper, again?.uuid]));
  });

  it('is split when it is created again if some of its pages now have to be signed on paper', async () => {
    const [plain, notarized] = [await assign(jane), await assign(jane)];
    const [made] = await create();
    await updateRow(db, 'assignments', { transaction, uuid: notarized, edits: { requiresNotary: true } });
    await createPacketAgain(db, { transaction, packet: made?.uuid ?? '' });
    const parts = (await packets()).map(({ row }) => [row.needsPaper, row.assignments]);
    expect(parts).toHaveLength(2);
    expect(parts).toContainEqual([false, [plain]]);
    expect(parts).toContainEqual([true, [notarized]]);
  });

  it('has no page of an entity that nobody signs for, which is listed with its pages', async () => {
    const beta = newUuid();
    await createSignatory(db, { transaction, uuid: beta, fullName: 'Beta Corp.', isOrg: true });
    await assign(jane);
    await assign(beta);
    const before = await packetsOf(db, transaction);
    expect(before.without).toMatchObject([{ signatory: { uuid: jane }, pages: 1 }]);
    expect(before.withoutSigner).toMatchObject([{ signatory: { uuid: beta }, pages: 1 }]);
    await create();
    const after = await packetsOf(db, transaction);
    expect(after.without).toEqual([]);
    expect(after.withoutSigner).toMatchObject([{ signatory: { uuid: beta }, pages: 1 }]);
    await createRepresentative(db, {
      transaction,
      uuid: newUuid(),
      entity: beta,
      signatory: jane,
      title: 'Secretary',
    });
    const covered = await packetsOf(db, transaction);
    expect(covered.withoutSigner).toEqual([]);
    expect(covered.without).toMatchObject([{ signatory: { uuid: jane }, pages: 1 }]);
  });

  it('is removed again if the server refuses it', async () => {
    const signed = await assign(jane);
    await db.outbox.clear();
    await db.base.clear();
    await create();
    await refuse('packet.create');
    expect(await packets()).toEqual([]);
    expect(await statusOf(signed)).toBe('assigned');
  });
});

describe('a packet that is sent offline', () => {
  beforeEach(async () => {
    await assign(jane);
    await create();
  });

  it('is sent with the chosen settings, after its creation', async () => {
    await send();
    expect(await packets()).toMatchObject([
      { row: { queued: { after: null, waitsFor: [], asksAgain: false } }, isToBeSent: true },
    ]);
    const [last] = (await db.outbox.orderBy('seq').toArray()).slice(-1);
    expect(last).toMatchObject({ name: 'packet.send', args: { sending: { message: 'From the plane.' } } });
  });

  it('stays here if sending is undone before anything has reached the server, and redo sends it', async () => {
    const undo = await send();
    const redo = await undoSteps(db, undo);
    expect(await packets()).toMatchObject([{ row: { queued: null }, isToBeSent: false }]);
    // The server is never told that it was to be sent.
    expect(await edits('packet.send')).toMatchObject([{ args: { sending: null } }]);
    await undoSteps(db, redo ?? []);
    expect(await edits('packet.send')).toMatchObject([{ args: { sending: { message: 'From the plane.' } } }]);
    expect(await packets()).toMatchObject([{ isToBeSent: true }]);
  });

  it('is sent once with the last message if somebody sends it twice', async () => {
    await send('First');
    await send('Second');
    expect(await edits('packet.send')).toMatchObject([{ args: { sending: { message: 'Second' } } }]);
  });

  it('still says why it was held if sending it again is undone before anything has reached the server', async () => {
    await db.outbox.clear();
    await db.base.clear();
    await db.packets.toCollection().modify({ status: 'ready', heldReason: 'Check it, then send it.' });
    await undoSteps(db, await send());
    expect(await packets()).toMatchObject([
      { row: { queued: null, heldReason: 'Check it, then send it.' }, isToBeSent: false },
    ]);
  });

  it('can’t be taken back once it has been sent', async () => {
    const undo = await send();
    await db.packets.toCollection().modify({ status: 'sent', queued: null });
    expect(await undoSteps(db, undo)).toBeNull();
  });

  it('waits for somebody to send it again if the server refuses it', async () => {
    await db.outbox.clear();
    await db.base.clear();
    await send();
    await refuse('packet.send');
    expect(await packets()).toMatchObject([
      { row: { queued: null, status: 'generating' }, isToBeSent: false },
    ]);
  });

  it('is checked on the device, which reports what prevents sending, what is missing, and what is in it', async () => {
    await createTransaction(db, {
      uuid: transaction,
      name: 'Project Alder',
      description: '',
      clientName: '',
      clientNumber: '',
      matterNumber: '',
      closingDate: null,
    });
    const [assignment] = await db.assignments.toArray();
    const item = { transaction, uuid: assignment?.item ?? '', elementUuid: newUuid(), name: 'SPA' };
    await createItem(db, { ...item, parent: TOP });
    const [packet] = await packets();
    const uuid = packet?.row.uuid ?? '';
    const check = async () => (await deviceChecks(db, transaction, [uuid])).get(uuid);
    expect(await check()).toMatchObject({
      problems: ['Jane Doe has no email address.'],
      warnings: ['SPA: there is no document yet, so signatories see only the signature page.'],
      pages: [{ document: 'SPA', generated: { signers: [{ human: { id: jane } }] }, number: null }],
    });
    await updateRow(db, 'signatories', { transaction, uuid: jane, edits: { email: 'jane@alpha.test' } });
    expect(await check()).toMatchObject({ problems: [] });
    // A row may be newer than the last complete snapshot.
    await db.base.clear();
    await db.signatories.update(jane, { version: 9 });
    const feed = { key: `${transaction}/changes`, lane: transaction, collection: 'changes' as const };
    await db.cursors.put({ ...feed, version: 7, askedTick: 1, pulledAt: '2026-01-01T00:00:00.000Z' });
    expect(await check()).toMatchObject({ version: 7 });
  });
});
