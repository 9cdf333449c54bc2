import { assignmentCollection } from '../../../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../../../src/contract/collections/packets.ts';
import { signatoryCollection } from '../../../../src/contract/collections/signatories.ts';
import type { Packet } from '../../../../src/contract/entities/signing/packet.ts';
import { DAY_MS } from '../../../../src/contract/retention.ts';
import { LINK_MS } from '../../../../src/contract/rules/signing/packets/link-lifetime.ts';
import { isOut } from '../../../../src/contract/rules/signing/packets/packet-status.ts';
import { emailKey, nameKey } from '../../../../src/contract/rules/signing/signatories/near-duplicates.ts';
import { readRowsByIds } from '../../../present/read-rows.ts';
import { invalid, notFound } from '../../../refusal.ts';
import { changeRow, rowOf, selectRows, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { SignedInUser } from '../../../store/account/users.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import { startEnvelope } from '../../../store/deals/packets/docusign-envelopes.ts';
import { appendSigningEvent, type SigningActor } from '../../../store/deals/packets/signing-events.ts';
import { endOfDay } from '../../../store/deals/packets/signing-links.ts';
import { openCapacitySentences } from './capacity-sentences.ts';
import { isBound } from './printed-packets.ts';
import {
  freezeDocuments,
  readPacketDocuments,
  readPacketPages,
  type CurrentDocument,
} from './packet-documents.ts';
import { queueRounds } from './queue-rounds.ts';
import { postSigningRequest } from './post-signing-request.ts';
import { holdEmail } from './waiting-email.ts';
import { assertCanBeSent, assertMaySend, assertServerSends, SendingReads } from './sending-checks.ts';
import { changeStatuses } from '../../signing/change-statuses.ts';

type PacketRow = RowOf<'packets'>;

/**
 * Packets to send. `accessCodeHash`: the hash of the code that opens them, if they get one. `expiresOn`: the last day on which their links
 * work; null = 60 days from now. If `message` or `expiresOn` is undefined, a queued packet keeps its own.
 */
interface Sent {
  packets: readonly string[];
  message?: string | undefined;
  accessCodeHash?: string | null;
  expiresOn?: string | null | undefined;
  /** The packets in the rounds in which they go out. All at once by default. */
  signingOrder?: readonly (readonly string[])[] | undefined;
}

/**
 * Emails the links of packets to their signatories: all or none. Packets with the same message for one person share an email. A sent packet
 * stays as it is. With a signing order, the packets of the later rounds are sent automatically.
 * @throws {Refusal} `not_allowed` if the sender's organization has turned signing off; `invalid` if a packet isn't
 * ready, its pages have changed since or have to be signed on paper, a document is being converted, a checkbox group asks for more
 * than it has, or its signatory has no email address
 */
export async function sendPackets(
  scope: DealWrite,
  { packets, message, accessCodeHash = null, expiresOn, signingOrder = [packets] }: Sent,
  by: SigningActor,
): Promise<Packet[]> {
  const { tx, deal, services, user: sender } = scope;
  if (sender === null) throw new Error('Only a signed-in user can send a packet.');
  await assertMaySend(scope, sender);
  assertInTime(expiresOn ?? null, scope.now);
  const rows = await selectRows(tx, packetCollection, { deal: deal.uuid, among: packets });
  if (rows.length < new Set(packets).size) throw notFound('This packet');
  const unsent = rows.filter(({ status }) => !isOut(status));
  const notReady = unsent.find(({ status }) => status !== 'ready');
  if (notReady) throw invalid('Only packets that are ready can be sent.', 'packets');
  if (unsent.length > 0) assertServerSends(services.settings, deal);
  const reads = new SendingReads(scope);
  await assertCanBeSent(reads, unsent);
  const first = unsent.filter(({ uuid }) => signingOrder[0]?.includes(uuid));
  await deliver(reads, scope, first, { message, accessCodeHash, expiresOn, by, sender });
  const later = unsent.filter((row) => !first.includes(row));
  await queueRounds(scope, later, signingOrder, {
    by: sender.uuid,
    message,
    accessCodeHash,
    expiresOn: expiresOn ?? null,
  });
  return readRowsByIds(tx, 'packets', deal.uuid, packets);
}

/**
 * Checks the last day.
 * @param isPastAllowed whether a day that has passed is handled later
 * @throws {Refusal} `invalid` if the day has passed, or the link would work for longer than allowed
 */
export function assertInTime(expiresOn: string | null, now: Date, { isPastAllowed = false } = {}): void {
  if (expiresOn === null) return;
  const left = endOfDay(expiresOn).getTime() - now.getTime();
  if (left <= 0 && !isPastAllowed) throw invalid('Choose a day that hasn’t passed.', 'expires_on');
  if (left > LINK_MS + 2 * DAY_MS) throw invalid('A link can work for at most 60 days.', 'expires_on');
}

interface Sending {
  message?: string | undefined;
  accessCodeHash?: string | null;
  expiresOn?: string | null | undefined;
  by: SigningActor;
  sender: SignedInUser;
}

/**
 * Sends packets that can be sent: to DocuSign, or by emails with their links. Packets with the same message for one person share an email,
 * even if the person is listed twice.
 */
export async function deliver(
  reads: SendingReads,
  scope: DealWrite,
  rows: readonly PacketRow[],
  sending: Sending,
): Promise<void> {
  if (rows.length === 0) return;
  const { tx, deal } = scope;
  const capacityOf = await openCapacitySentences(scope);
  const signatories = await selectRows(tx, signatoryCollection, {
    deal: deal.uuid,
    among: rows.map(({ signatory }) => signatory),
  });
  const people = new Map(signatories.map((person) => [person.uuid, person]));
  const assignments = await selectRows(tx, assignmentCollection, {
    deal: deal.uuid,
    among: rows.flatMap((row) => row.assignments),
  });
  const signatures = new Map(assignments.map((each) => [each.uuid, each]));
  /** By the person's address and name, and by the message. */
  const emails = new Map<string, [PacketRow, ...PacketRow[]]>();
  for (const row of rows) {
    const person = people.get(row.signatory);
    if (!person) throw notFound('This signatory');
    const own = row.assignments.flatMap((each) => signatures.get(each) ?? []);
    const capacities = Object.fromEntries(own.map((each) => [each.uuid, capacityOf(each)]));
    const packet = await send(scope, row, {
      ...sending,
      person,
      capacities,
      documents: await reads.documents([row]),
    });
    if (packet.esigning_service === 'docusign')
      await startEnvelope(scope, { packet: packet.uuid, signer_name: person.full_name });
    const email = JSON.stringify([emailKey(person.email), nameKey(person.full_name), packet.message]);
    const before = emails.get(email);
    if (before) before.push(packet);
    else emails.set(email, [packet]);
  }
  for (const packets of emails.values())
    // DocuSign has to have the pages before their signatory gets a link to them.
    if (packets.some(({ esigning_service: service }) => service === 'docusign'))
      await holdEmail(scope, packets);
    else await postSigningRequest(scope, packets, sending.sender);
  await markSent(scope, rows, assignments);
}

interface SendingOne extends Sending {
  person: RowOf<'signatories'>;
  capacities: Record<string, string>;
  documents: readonly CurrentDocument[];
}

/** Records that a packet is sent. Returns it as it is now. */
async function send(
  scope: DealWrite,
  row: PacketRow,
  { message: given, accessCodeHash = null, expiresOn, by, sender, person, capacities, documents }: SendingOne,
): Promise<PacketRow> {
  const { tx, deal, now, stamp } = scope;
  // Pages that are signed on paper come back through our own link.
  const service = row.needs_paper ? 'counterpart' : deal.esigning_service;
  const { full_name: name, email } = person;
  // A packet that requests rejected pages again has the code of the first one.
  const codeHash = accessCodeHash ?? row.access_code_hash;
  const lastDay = expiresOn === undefined ? (row.queued?.expires_on ?? null) : expiresOn;
  const chosen = lastDay === null ? null : endOfDay(lastDay);
  // The day may have passed while the packet waited.
  const expiresAt = chosen !== null && chosen > now ? chosen : new Date(now.getTime() + LINK_MS);
  // A queued packet keeps its settings, even if somebody sends it earlier.
  const message = given ?? row.queued?.message ?? '';
  await changeRow(tx, 'packets', row.uuid, {
    status: 'sent',
    message,
    sent_at: now,
    sent_by: sender.uuid,
    sent_for: sender.organization,
    sent_to: email,
    access_code_hash: codeHash,
    capacities: JSON.stringify(capacities),
    queued: null,
    held_reason: null,
    expires_at: expiresAt,
    mail_problem: null,
    esigning_service: service,
    ...stamp,
  });
  scope.put('packets', row.uuid, { fields: ['status'] });
  const details = {
    to: email,
    signatory: name,
    access_code: codeHash !== null,
    capacities,
    documents: isBound(row)
      ? await readPacketDocuments(tx, row.uuid)
      : await freezeDocuments(scope, row.uuid, documents),
    pages: await readPacketPages(tx, row.uuid),
  };
  await appendSigningEvent(scope, row.uuid, { kind: 'sent', by, actor: sender.uuid, details });
  return rowOf(tx, packetCollection, deal.uuid, row.uuid);
}

/** Updates what depends on sending: the assignments, the documents, which are frozen from now on, and the deal. */
async function markSent(
  scope: DealWrite,
  rows: readonly PacketRow[],
  assignments: readonly RowOf<'assignments'>[],
): Promise<void> {
  const { tx, deal, now, stamp } = scope;
  const uuids = rows.flatMap(({ assignments }) => assignments);
  await changeStatuses(scope, uuids, { status: 'sent' });
  const items = await tx
    .updateTable('items')
    .set({ frozen_at: now, ...stamp })
    .where('uuid', 'in', [...new Set(assignments.map(({ item }) => item))])
    .where('frozen_at', 'is', null)
    .returning('uuid')
    .execute();
  for (const { uuid } of items) scope.put('items', uuid, { fields: ['frozen_at'] });
  if (deal.distributed_at !== null) return;
  await tx.updateTable('transactions').set({ distributed_at: now }).where('uuid', '=', deal.uuid).execute();
  scope.put('transactions', deal.uuid, { fields: ['distributed_at'] });
}
