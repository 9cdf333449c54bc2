import { sql } from 'kysely';
import * as z from 'zod';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import {
  drawnSignatureSchema,
  newSignatureSchema,
  typedStyleSchema,
} from '../../../src/contract/entities/signing/signing-room.ts';
import {
  countsAsSignature,
  isExecuted,
} from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { isOut, type PacketStatus } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import { changeRow, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Adopted } from '../../store/deals/packets/packet-tables.ts';
import { isSignedOnline, signedInRoom } from '../../store/deals/packets/signed-pages.ts';
import { bindToCurrentVersions, unbindVersions } from '../../store/deals/packets/signed-versions.ts';
import { problemOnceEnded, settleEnvelope } from '../../store/deals/packets/docusign-envelopes.ts';
import { bindPacket } from '../packets/sending/bind-packet.ts';
import { sendNext } from '../packets/sending/send-if-due.ts';
import { postWaitingEmail } from '../packets/sending/waiting-email.ts';
import { readOutOfForm } from '../signing/assert-in-form.ts';
import { appendSigningEvent, type NewEvent } from '../../store/deals/packets/signing-events.ts';
import { changeStatuses } from '../signing/change-statuses.ts';
import { detachSheets } from './detach-sheets.ts';

type AssignmentRow = RowOf<'assignments'>;
type PacketRow = RowOf<'packets'>;

/**
 * Returns what the evidence says about a chosen signature. Signatures from before the product had initials say nothing about
 * them.
 */
const namedSchema = z.object({
  name: newSignatureSchema.shape.name,
  initials: z.string().nullable().default(null),
});
const pictureSchema = z.object({ png: z.string(), width: z.number(), height: z.number() });
const adoptedSchema = z.discriminatedUnion('style', [
  namedSchema.extend({ style: typedStyleSchema }),
  namedSchema.extend({ style: z.literal('drawn'), drawing: drawnSignatureSchema }),
  namedSchema.extend({
    style: z.literal('picture'),
    picture: z.object({ signature: pictureSchema, initials: pictureSchema.nullable() }),
  }),
]);

/** Makes a returned page the signed page of these assignments, which then await acceptance. */
export async function markSignedOnPaper(
  scope: DealWrite,
  page: string,
  assignments: readonly AssignmentRow[],
  event: Pick<NewEvent, 'by' | 'actor'>,
): Promise<void> {
  const uuids = assignments.map(({ uuid }) => uuid);
  await changeStatuses(scope, uuids, { status: 'signed_pending_acceptance', executed_document_page: page });
  await bindToCurrentVersions(scope.tx, scope.deal.uuid, uuids);
  const packets = await packetsWith(scope, uuids);
  for (const packet of packets) {
    await bindPacket(scope, packet);
    if (packet.sent_at !== null) {
      const returned = packet.assignments.filter((each) => uuids.includes(each));
      const details = { executed_document_page: page, assignments: returned };
      await appendSigningEvent(scope, packet.uuid, { ...event, kind: 'returned', details });
    }
    await completeIfBack(scope, packet);
  }
  for (const packet of packets) await postWaitingEmail(scope, packet);
}

/** Removes the signed page of these assignments. They return to their previous status. */
export async function unmarkSignedOnPaper(
  scope: DealWrite,
  assignments: readonly AssignmentRow[],
): Promise<void> {
  const { tx, stamp } = scope;
  const uuids = assignments.map(({ uuid }) => uuid);
  await unbindVersions(tx, uuids);
  await detachSheets(scope, uuids);
  const packets = await packetsWith(scope, uuids);
  for (const packet of packets) await reopen(scope, packet);
  for (const packet of packets) await postWaitingEmail(scope, packet);
  const lacks = await missingSignatures(scope, packets);
  for (const { uuid, status } of assignments) {
    const packet = packets.find((each) => each.assignments.includes(uuid) && !lacks(each, uuid));
    // A rejected signature stays rejected.
    const before = status === 'signed_pending_acceptance' ? statusIn(scope, packet) : status;
    await changeRow(tx, 'assignments', uuid, { status: before, executed_document_page: null, ...stamp });
    scope.put('assignments', uuid, { fields: ['status'] });
  }
  // A signature from the room that no longer has the form that its document needs waits for a decision.
  const outOfForm = await readOutOfForm(scope, uuids, ['executed']);
  await changeStatuses(
    scope,
    outOfForm.map(({ uuid }) => uuid),
    { status: 'signed_pending_acceptance' },
  );
}

/**
 * Returns whether a packet was submitted without an assignment's signature, which had come back on paper before. Nobody can
 * sign it in that packet anymore, so it needs another one.
 */
async function missingSignatures(
  { tx }: DealWrite,
  packets: readonly PacketRow[],
): Promise<(packet: PacketRow, assignment: string) => boolean> {
  const signed = new Map<string, ReadonlySet<string>>();
  for (const packet of packets)
    if (packet.status === 'completed' && isSignedOnline(packet))
      signed.set(packet.uuid, await signedInRoom(tx, packet.uuid));
  return ({ uuid }, assignment) => signed.get(uuid)?.has(assignment) === false;
}

function statusIn({ deal }: DealWrite, packet: PacketRow | undefined): AssignmentRow['status'] {
  if (!packet) return 'assigned';
  // The signature that was given electronically counts again.
  if (packet.status === 'completed' && isSignedOnline(packet))
    return deal.requires_acceptance ? 'signed_pending_acceptance' : 'executed';
  const status = packet.status === 'completed' ? openStatus(packet) : packet.status;
  if (status === 'sent') return 'sent';
  return isOut(status) ? 'viewed' : 'in_packet';
}

/** The live packets that contain one of these assignments. */
export async function packetsWith(
  { tx, deal }: DealWrite,
  assignments: readonly string[],
): Promise<PacketRow[]> {
  if (assignments.length === 0) return [];
  const { rows } = await sql<{ uuid: string }>`
    select uuid from packets where transaction = ${deal.uuid} and deleted_at is null
      and status in ('ready', 'sent', 'viewed', 'partially_signed', 'completed')
      and assignments && ${[...assignments]}::uuid[]
  `.execute(tx);
  return selectRows(tx, packetCollection, { deal: deal.uuid, among: rows.map(({ uuid }) => uuid) });
}

/** Completes a packet once all of its pages are back, at least one of them on paper. */
async function completeIfBack(scope: DealWrite, packet: PacketRow): Promise<void> {
  const { tx, deal, now, stamp } = scope;
  if (packet.status === 'completed') return;
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: packet.assignments });
  if (rows.length < packet.assignments.length || !rows.every(isBack)) return;
  // What was signed in the room and not submitted doesn't count until the packet is reopened. Without `adopted`, nothing is
  // drawn.
  await changeRow(tx, 'packets', packet.uuid, {
    status: 'completed',
    completed_at: now,
    adopted: null,
    queued: null,
    held_reason: null,
    service_problem: problemOnceEnded(scope, packet),
    ...stamp,
  });
  scope.put('packets', packet.uuid, { fields: ['status'] });
  await sendNext(scope, packet.uuid);
  await settleEnvelope(scope, packet);
}

/** Returns whether nothing has to be sent back for a signature, because it was given or no longer counts. */
export function isBack({ status }: Pick<AssignmentRow, 'status'>): boolean {
  return status === 'signed_pending_acceptance' || isExecuted(status) || !countsAsSignature(status);
}

/** Reopens a packet that was completed by pages on paper. What was chosen and signed in the room counts again. */
async function reopen(scope: DealWrite, packet: PacketRow): Promise<void> {
  if (packet.status !== 'completed' || isSignedOnline(packet)) return;
  const adopted = await lastAdopted(scope, packet);
  await changeRow(scope.tx, 'packets', packet.uuid, {
    status: (await isPartlySigned(scope, packet)) ? 'partially_signed' : openStatus(packet),
    completed_at: null,
    adopted: adopted && JSON.stringify(adopted),
    ...scope.stamp,
  });
  scope.put('packets', packet.uuid, { fields: ['status'] });
  await settleEnvelope(scope, packet);
}

/**
 * Returns the signature that was last chosen in the room, from the evidence. If the packet was reported as not for its
 * recipient, choices from before don't count.
 */
async function lastAdopted({ tx }: DealWrite, { uuid }: PacketRow): Promise<Adopted | null> {
  const event = await tx
    .selectFrom('signing_events')
    .select(['kind', 'details'])
    .where('packet', '=', uuid)
    .where('kind', 'in', ['adopted', 'delegated'])
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  return event?.kind === 'adopted' ? (adoptedSchema.safeParse(event.details).data ?? null) : null;
}

async function isPartlySigned({ tx }: DealWrite, { uuid }: PacketRow): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from signed_pages where packet = ${uuid})
      or exists (select from packet_signatures where packet = ${uuid}) as "is"
  `.execute(tx);
  return rows[0]?.is === true;
}

function openStatus({ sent_at, viewed_at }: PacketRow): PacketStatus {
  if (sent_at === null) return 'ready';
  return viewed_at === null ? 'sent' : 'viewed';
}
