import { assignmentCollection } from '../../../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../../../src/contract/collections/packets.ts';
import { dealAccess } from '../../../policies/deal-access.ts';
import { sendQueuedKind } from '../../../queue/job-kinds.ts';
import { Refusal } from '../../../refusal.ts';
import { accountById, type SignedInUser } from '../../../store/account/users.ts';
import { selectRows, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import type { QueuedSend } from '../../../store/deals/packets/packet-tables.ts';
import { BY_SERVER } from '../../../store/deals/packets/signing-events.ts';
import { endOfDay } from '../../../store/deals/packets/signing-links.ts';
import { holdPackets, waitingFor } from './hold-packets.ts';
import { reasonsAmong } from './reasons-among.ts';
import { deliver } from './send-packets.ts';
import { assertCanBeSent, assertMaySend, assertServerSends, SendingReads } from './sending-checks.ts';
import { openTurns } from './turn-of.ts';

/** How long after a rejection others can join it in the same packet, and how long the review of the other pages may take. */
export const COLLECT_MS = 60_000;
const REVIEW_MS = 10 * 60_000;

type QueuedPacket = RowOf<'packets'> & { queued: QueuedSend };

/**
 * Sends the queued packets of a deal that are ready and whose turn has come. If something keeps one of them from going out,
 * only that one stays ready, and the person who queued it is notified.
 * @param among if given, only these packets are sent
 */
export async function sendDue(scope: DealWrite, among?: readonly string[]): Promise<void> {
  const due = await heldOrDue(scope, among);
  if (due.length === 0) return;
  const reads = new SendingReads(scope);
  const sendings = Map.groupBy(due, ({ queued: { by, message, expires_on: day } }) =>
    JSON.stringify([by, message, day ?? null]),
  );
  for (const packets of sendings.values()) {
    const [first] = packets;
    const sender = first && (await senderOf(scope, packets, first.queued));
    if (!sender) continue;
    const sendable = await heldOrSendable(reads, scope, packets, sender);
    const { message, expires_on: expiresOn = null } = first.queued;
    await deliver(reads, scope, sendable, { message, expiresOn, by: BY_SERVER, sender });
  }
}

async function readQueued(
  { tx, deal }: DealWrite,
  among: readonly string[] | undefined,
): Promise<QueuedPacket[]> {
  const found = await tx
    .selectFrom('packets')
    .select('uuid')
    .where('transaction', '=', deal.uuid)
    .where('queued', 'is not', null)
    .where('status', '=', 'ready')
    .where('deleted_at', 'is', null)
    .execute();
  const uuids = found.map(({ uuid }) => uuid).filter((uuid) => among === undefined || among.includes(uuid));
  const packets = await selectRows(tx, packetCollection, { deal: deal.uuid, among: uuids });
  return packets.flatMap(({ queued, ...packet }) => (queued === null ? [] : { ...packet, queued }));
}

/**
 * Returns the queued packets whose turn has come. Packets whose turn will never come are held.
 * @param among if given, only these packets are looked at
 */
export async function heldOrDue(scope: DealWrite, among?: readonly string[]): Promise<QueuedPacket[]> {
  const packets = await readQueued(scope, among);
  const turnOf = await openTurns(
    scope,
    packets.flatMap(({ queued }) => queued.after ?? []),
  );
  const turns = packets.map((packet) => ({ packet, turn: turnOf(packet.queued.after ?? []) }));
  const never = turns.flatMap(({ packet, turn }) =>
    turn.is === 'never' ? { packet, reason: turn.reason } : [],
  );
  for (const [reason, held] of Map.groupBy(never, (each) => each.reason))
    await holdPackets(
      scope,
      held.map(({ packet }) => packet),
      reason,
    );
  const due: QueuedPacket[] = [];
  for (const { packet, turn } of turns)
    if (turn.is === 'now' && !(await isCollecting(scope, packet))) due.push(packet);
  return due;
}

/** Returns the person in whose name packets are sent; null, after holding them, if that person can't send them anymore or it is too late. */
async function senderOf(
  scope: DealWrite,
  packets: readonly QueuedPacket[],
  { by, expires_on: day }: QueuedSend,
): Promise<SignedInUser | null> {
  const { tx, deal, now } = scope;
  const hold = async (reason: string) => {
    await holdPackets(scope, packets, reason);
    return null;
  };
  const sender = await accountById(tx, by);
  if (!sender || sender.disabled_at !== null)
    return hold('The person who queued it no longer has an account.');
  const access = await dealAccess(tx, deal, sender);
  if (access.sees !== 'all' || !access.writes)
    return hold('The person who queued it can no longer change this transaction.');
  if (day != null && endOfDay(day) <= now) return hold('The last day to sign has passed.');
  return sender;
}

/** Returns the packets that can be sent. The others are held. */
async function heldOrSendable(
  reads: SendingReads,
  scope: DealWrite,
  packets: readonly QueuedPacket[],
  sender: SignedInUser,
): Promise<QueuedPacket[]> {
  const forAll = await reasonOf(async () => {
    await assertMaySend(scope, sender);
    assertServerSends(scope.services.settings, scope.deal);
  });
  if (forAll !== null) {
    await holdPackets(scope, packets, forAll);
    return [];
  }
  const reasons = await reasonsAmong(packets, async (some) =>
    reasonOf(async () => assertCanBeSent(reads, some)),
  );
  for (const [reason, held] of Map.groupBy(reasons.keys(), (packet) => reasons.get(packet) ?? ''))
    await holdPackets(scope, held, reason);
  return packets.filter((packet) => !reasons.has(packet));
}

/** Returns the reason why a check refuses, as a sentence; null if it passes. */
async function reasonOf(check: () => Promise<void>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

/** Sends the packets whose turn may have come because another one is signed. The person who signed doesn't wait for this. */
export async function sendNext(scope: DealWrite, finished: string): Promise<void> {
  const [next] = await waitingFor(scope, [finished]);
  if (next) await sendSoon(scope, next.uuid);
}

/**
 * Enqueues the job that sends all due packets of the deal once this write is committed.
 * @param packet one of the deal's
 */
export async function sendSoon({ services, tx, deal }: DealWrite, packet: string): Promise<void> {
  await services.jobs.enqueue(tx, sendQueuedKind, { packet }, { oncePer: deal.uuid });
}

/**
 * Returns whether to wait for more rejected pages of the same signatory, who then gets one packet and one email: for a minute after the
 * last rejection, and while other pages of theirs wait to be accepted, but only up to `REVIEW_MS`.
 */
async function isCollecting(
  { tx, deal, now }: DealWrite,
  { signatory, queued: { again } }: QueuedPacket,
): Promise<boolean> {
  if (!again) return false;
  const since = (instant: string) => now.getTime() - Date.parse(instant);
  if (since(again.last_at) < COLLECT_MS) return true;
  if (since(again.first_at) >= REVIEW_MS) return false;
  const naming = { field: 'signatory', rows: [signatory] };
  const packets = await selectRows(tx, packetCollection, { deal: deal.uuid, naming });
  const among = packets.flatMap(({ status, assignments }) => (status === 'completed' ? assignments : []));
  const signatures = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among });
  return signatures.some(
    ({ status, executed_document_page: page }) => status === 'signed_pending_acceptance' && page === null,
  );
}
