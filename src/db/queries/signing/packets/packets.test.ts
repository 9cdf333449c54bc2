import { beforeEach, expect, it } from 'vitest';
import { newTransactionRow, newUserRow } from '../../../../../tests/support/rows.ts';
import { assignmentRow, packetRow } from '../../../../../tests/support/signing/signing-rows.ts';
import { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';
import { newUuid } from '../../../uuid.ts';
import { createSignatory } from '../../../commands/signing/signatories/signatories.ts';
import { mayRemind, packetsOf } from './packets.ts';

const AT = '2026-01-01T00:00:00.000Z';
const [LEAD, COUNSEL, OTHER] = [newUuid(), newUuid(), newUuid()];
const [me, counsel, jane] = [newUuid(), newUuid(), newUuid()];
const deal = { ...newTransactionRow('Project Alder'), organization: LEAD };
const transaction = deal.uuid;
const signed = assignmentRow({ transaction, signatory: jane, status: 'signed_pending_acceptance' });
const accepted = assignmentRow({ transaction, signatory: jane, status: 'executed' });
const released = assignmentRow({ transaction, signatory: jane, status: 'released' });
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(me, 'relaxed');
  await db.transactions.put(deal);
  await db.users.put({ ...newUserRow(counsel), organization: COUNSEL });
  await createSignatory(db, { transaction, uuid: jane, fullName: 'Jane Doe', isOrg: false });
  await db.assignments.bulkPut([signed, accepted, released]);
  return async () => db.delete();
});

/** Puts a packet with all signatures on the device. */
async function addPacket(change: Partial<CollectionRow<'packets'>>): Promise<void> {
  const assignments = [signed, accepted, released].map(({ uuid }) => uuid);
  await db.packets.put(
    packetRow(1, assignments, { transaction, signatory: jane, status: 'completed', ...change }),
  );
}

/** The first signature came back on paper: counsel uploaded the page. */
async function bringBack(): Promise<void> {
  const born = {
    transaction,
    createdAt: AT,
    createdBy: counsel,
    version: 1,
    modifiedAt: AT,
    modifiedBy: counsel,
  };
  const file: CollectionRow<'executedDocuments'> = {
    uuid: newUuid(),
    name: 'Scan',
    status: 'ready',
    numPages: 1,
    numRead: 1,
    errorMessage: null,
    sha256: '',
    size: 1000,
    collectedFor: COUNSEL,
    expectedSignatory: null,
    ...born,
  };
  await db.executedDocuments.put(file);
  await db.executedDocumentPages.put({
    uuid: newUuid(),
    executedDocument: file.uuid,
    page: 1,
    part: 0,
    assignments: [signed.uuid],
    match: 'code',
    confidence: 1,
    outcome: null,
    candidates: [],
    similarSignatures: [],
    warnings: [],
    ...born,
  });
}

/** What a member of an organization can do about the packet and its signatures. */
async function shownTo(organization: string) {
  await db.users.put({ ...newUserRow(me), organization });
  const [packet] = (await packetsOf(db, transaction)).packets;
  return { toAccept: packet?.toAccept, mayReject: [...(packet?.mayReject ?? [])] };
}

it('lets only the organization that sent a packet, and the one that leads the deal, cancel it and remind its signatory', async () => {
  await addPacket({ status: 'sent', sentFor: { uuid: COUNSEL, name: 'Counsel LLP' } });
  const offered = async (organization: string) => {
    await db.users.put({ ...newUserRow(me), organization });
    const { packets } = await packetsOf(db, transaction);
    return [packets.map(({ mayEndAndRemind }) => mayEndAndRemind), mayRemind(packets)];
  };
  expect(await offered(COUNSEL)).toEqual([[true], true]);
  expect(await offered(LEAD)).toEqual([[true], true]);
  expect(await offered(OTHER)).toEqual([[false], false]);
});

it('lets an organization remind a signatory if it sent one of their packets that are out', async () => {
  await addPacket({ status: 'sent', sentFor: { uuid: COUNSEL, name: 'Counsel LLP' } });
  const remindedBy = async (organization: string) => {
    await db.users.put({ ...newUserRow(me), organization });
    return mayRemind((await packetsOf(db, transaction)).packets);
  };
  const own = packetRow(2, [], { transaction, signatory: jane, sentFor: { uuid: OTHER, name: 'Other LLP' } });
  await db.packets.put({ ...own, status: 'completed' });
  expect(await remindedBy(OTHER)).toBe(false);
  await db.packets.put({ ...own, status: 'viewed' });
  expect(await remindedBy(OTHER)).toBe(true);
  expect(await remindedBy(COUNSEL)).toBe(true);
});

it('offers the signatures of a packet only to the organization that sent it, and to the one that leads the deal', async () => {
  await addPacket({ sentFor: { uuid: COUNSEL, name: 'Counsel LLP' } });
  const all = { toAccept: [signed.uuid], mayReject: [signed.uuid, accepted.uuid] };
  expect(await shownTo(COUNSEL)).toEqual(all);
  expect(await shownTo(LEAD)).toEqual(all);
  expect(await shownTo(OTHER)).toEqual({ toAccept: [], mayReject: [] });
});

it('offers a signature on a page that another organization collected for its own packet only to that organization', async () => {
  await addPacket({ status: 'ready', createdBy: counsel });
  await bringBack();
  expect(await shownTo(COUNSEL)).toEqual({ toAccept: [signed.uuid], mayReject: [signed.uuid] });
  const lead = await shownTo(LEAD);
  expect(lead.toAccept).toEqual([]);
  expect(lead.mayReject, 'the signature may have to be given again').toContain(signed.uuid);
  expect(await shownTo(OTHER)).toEqual({ toAccept: [], mayReject: [] });
});
