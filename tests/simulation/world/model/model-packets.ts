import type { Assignment } from '../../../../src/contract/entities/signing/assignment.ts';
import {
  packetSchema,
  type NewPackets,
  type Packet,
  type QueuedPacket,
} from '../../../../src/contract/entities/signing/packet.ts';
import {
  countsAsSignature,
  wentOut,
} from '../../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { formalitiesOf, splitOffPaper } from '../../../../src/contract/rules/signing/packets/formalities.ts';
import { isUnsent } from '../../../../src/contract/rules/signing/packets/packet-status.ts';
import { signerOf } from '../../../../src/contract/rules/signing/signatories/signer.ts';
import { deleteRow } from './model-collection.ts';
import { capacitiesIn, clearInPacket, setStatus } from './model-signing.ts';
import { Refusal, type DealWrite } from './model-write.ts';

// The model never sends a packet. It holds each one that is due
// (server/commands/packets/sending/hold-packets.ts), as if it contained something that its sender hasn't
// seen.

/**
 * Makes a packet for each person, once per request (as server/commands/packets/sending/create-packets.ts). Unsent packets of the same pages are
 * deleted.
 */
export function createPackets(
  write: DealWrite,
  asked: Required<Pick<NewPackets, 'uuid' | 'signatories'>> & Pick<NewPackets, 'packets'>,
): void {
  const { deal, by } = write;
  const { uuid, signatories, packets: named = [] } = asked;
  const madeBy = deal.creators.get(uuid);
  if (madeBy === by.user) return;
  if (madeBy !== undefined || named.some((each) => deal.creators.has(each.uuid)))
    throw new Refusal('uuid_taken', 'This id is already in use. Try again to get a new one.');
  const capacities = capacitiesIn(deal);
  const people = new Set(signatories);
  for (const each of people)
    if (!capacities.party(each)) throw new Refusal('not_found', 'There is no such signatory.');
  const signerOfRow = (row: Assignment) => signerOf(capacities, row.signatory, row.auth_rep);
  const wanted = [...deal.assignments.values()].filter(
    (row) =>
      countsAsSignature(row.status) &&
      !wentOut(row.status) &&
      (people.has(row.signatory) || people.has(signerOfRow(row)?.uuid ?? '')),
  );
  if (wanted.length === 0) throw new Refusal('invalid', 'These signatories have nothing left to sign.');
  if (wanted.some((row) => !signerOfRow(row))) throw new Refusal('invalid', 'Nobody signs for them yet.');

  const replaced = [...deal.packets.values()].filter(
    (packet) => isUnsent(packet.status) && wanted.some((row) => packet.assignments.includes(row.uuid)),
  );
  for (const each of replaced) deleteRow(write, 'packets', each.uuid);
  deal.creators.set(uuid, by.user);
  for (const [signatory, ofPerson] of Map.groupBy(wanted, (row) => signerOfRow(row)?.uuid ?? '')) {
    const parts = splitOffPaper(ofPerson, (row) => needsOf(write, row));
    const own = named.filter((each) => each.signatory === signatory);
    for (const { assignments, needsPaper } of parts) {
      const sameKind = own.find((each) => each.needs_paper === needsPaper);
      // A person's only packet gets the requested id, whether or not it needs paper.
      const chosen = sameKind ?? (parts.length === 1 ? own[0] : undefined);
      const id = chosen?.uuid ?? write.newId();
      putNew(write, {
        uuid: id,
        signatory,
        needs_paper: needsPaper,
        assignments: assignments.map((row) => row.uuid),
      });
    }
  }
  for (const { uuid: old, signatory, queued } of replaced) {
    for (const heir of deal.packets.values())
      if (queued && heir.signatory === signatory && heir.version === write.version)
        hold(write, { ...heir, queued });
    holdWaitingFor(write, old);
  }
  for (const row of wanted) if (row.status === 'assigned') setStatus(write, row, 'in_packet');
  clearInPacket(write);
}

/** Deletes the unsent packets that this write has restored with their signatories (as server/commands/packets/delete-packets.ts). */
export function deleteRestoredPackets(write: DealWrite): void {
  for (const { uuid, status, version } of write.deal.packets.values())
    if (version === write.version && isUnsent(status)) deleteRow(write, 'packets', uuid);
}

function needsOf({ deal }: DealWrite, { item, item_page_uuid: page, ...signature }: Assignment) {
  const row = deal.items.get(item);
  if (!row) throw new Refusal('not_found', 'There is no such document.');
  const isOnFile = deal.signature_pages.get(page)?.source === 'file';
  return formalitiesOf({ ...signature, isOnFile }, row, deal.row);
}

function putNew(
  write: DealWrite,
  of: Pick<Packet, 'uuid' | 'signatory' | 'assignments'> & { needs_paper: boolean },
): void {
  const { deal, by } = write;
  const row: Packet = {
    ...of,
    transaction: deal.row.uuid,
    status: 'generating',
    options: { cover_and_index: false, slip_pages: false },
    num_pages: null,
    warnings: [],
    error_message: null,
    latest_document: null,
    certificate_document: null,
    deed_package: null,
    esigning_service: 'counterpart',
    sent_at: null,
    sent_for: null,
    reminded_at: null,
    viewed_at: null,
    completed_timestamp: null,
    deed_submission_timestamp: null,
    expires_at: null,
    queued: null,
    held_reason: null,
    declined_reason: null,
    cancelled_reason: null,
    wrong_person: null,
    has_access_code: false,
    superseded_at: null,
    created_at: by.at,
    created_by: by.user,
    ...write.stamp(),
  };
  deal.packets.set(of.uuid, packetSchema.parse(row));
  deal.creators.set(of.uuid, by.user);
  write.log('packets', of.uuid);
}

/**
 * Queues a packet to be sent once it is created, or removes it from the queue (as
 * server/commands/packets/sending/queue-packet.ts).
 */
export function queuePacket(write: DealWrite, id: string, { sending }: QueuedPacket): void {
  const packet = write.deal.packets.get(id);
  if (!packet) throw new Refusal('not_found', 'There is no such packet.');
  const isColleagues = packet.queued !== null && write.deal.queuedBy.get(id) !== write.by.user;
  if (sending === null) {
    if (isColleagues) throw new Refusal('invalid', 'A colleague has queued this packet.');
    if (packet.queued) change(write, packet, { queued: null });
    return;
  }
  if (!isUnsent(packet.status)) throw new Refusal('invalid', 'This packet has ended, so it wasn’t sent.');
  if (isColleagues) throw new Refusal('invalid', 'A colleague has already queued this packet.');
  write.deal.queuedBy.set(id, write.by.user);
  const { after } = sending;
  const queued = { after: after[0] ?? null, waits_for: after, asks_again: false };
  const waiting = change(write, packet, { queued, held_reason: null });
  if (packet.status !== 'generating') hold(write, waiting);
}

/**
 * Creates the PDFs of packets that wait for them. Some can't be created (as
 * server/jobs/signing/make-packet-job.ts).
 */
export function makePackets(write: DealWrite, fails: boolean): void {
  for (const packet of write.deal.packets.values()) {
    if (packet.status !== 'generating') continue;
    const made = change(
      write,
      packet,
      fails ? { status: 'failed', error_message: 'It couldn’t be made.' } : { status: 'ready', num_pages: 2 },
    );
    if (made.queued) hold(write, made);
  }
  clearInPacket(write);
}

/** Cancels a packet (as server/commands/packets/cancel-packet.ts). */
export function cancelPacket(write: DealWrite, uuid: string): void {
  const packet = write.deal.packets.get(uuid);
  if (!packet || packet.status === 'cancelled') return;
  change(write, packet, {
    status: 'cancelled',
    cancelled_reason: 'The terms have changed.',
    queued: null,
    held_reason: null,
  });
  clearInPacket(write);
  holdWaitingFor(write, uuid);
}

function holdWaitingFor(write: DealWrite, ended: string): void {
  for (const packet of write.deal.packets.values())
    if (packet.queued?.waits_for?.includes(ended)) hold(write, packet);
}

/** Holds a queued packet, and notifies the person who queued it. */
function hold(write: DealWrite, packet: Packet): void {
  write.held.push(packet.modified_by ?? packet.created_by);
  change(write, packet, { queued: null, held_reason: 'Check it, then send it.' });
}

function change(write: DealWrite, packet: Packet, changes: Partial<Packet>): Packet {
  const row = { ...packet, ...changes, ...write.stamp() };
  write.deal.packets.set(packet.uuid, row);
  write.log('packets', packet.uuid, ['status']);
  return row;
}
