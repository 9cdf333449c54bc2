import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { dealAccess } from '../../policies/deal-access.ts';
import { sendQueuedKind } from '../../queue/job-kinds.ts';
import { Refusal } from '../../refusal.ts';
import { accountById } from '../../store/account/users.ts';
import { changeRow, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { QueuedSend } from '../../store/deals/packet-tables.ts';
import { BY_SERVER } from '../../store/deals/signing-events.ts';
import { endOfDay } from '../../store/deals/signing-links.ts';
import { holdPackets, waitingFor } from './hold-packets.ts';
import { sendPackets } from './send-packets.ts';
import { turnOf } from './turn-of.ts';

/** How long after a rejection others can join it in the same packet, and how long the review of the other pages may take. */
export const COLLECT_MS = 60_000;
const REVIEW_MS = 10 * 60_000;

/**
 * Sends a queued packet if it is ready and its turn has come. If something keeps it from going out, it stays ready, and
 * the person who wanted it sent is notified.
 */
export async function sendIfDue(scope: DealWrite, uuid: string): Promise<void> {
  const { tx, deal, now, stamp } = scope;
  const [packet] = await selectRows(tx, packetCollection, { deal: deal.uuid, among: [uuid] });
  if (packet?.status !== 'ready' || packet.queued === null) return;
  const { queued } = packet;
  const turn = await turnOf(scope, queued.after ?? []);
  if (turn.is === 'never') return holdPackets(scope, [packet], turn.reason);
  if (turn.is === 'later' || (await isCollecting(scope, packet, queued))) return undefined;
  const sender = await accountById(tx, queued.by);
  if (!sender || sender.disabled_at !== null)
    return holdPackets(scope, [packet], 'The person who wanted it sent no longer has an account.');
  const access = await dealAccess(tx, deal, sender);
  if (access.sees !== 'all' || !access.writes)
    return holdPackets(
      scope,
      [packet],
      'The person who wanted it sent can no longer change this transaction.',
    );
  const { message, expires_on: expiresOn = null } = queued;
  if (expiresOn !== null && endOfDay(expiresOn) <= now)
    return holdPackets(scope, [packet], 'The last day to sign has passed.');
  await changeRow(tx, 'packets', uuid, { queued: null, ...stamp });
  scope.put('packets', uuid, { fields: ['status'] });
  try {
    await sendPackets(scope, { packets: [uuid], message, expiresOn }, BY_SERVER, sender);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await holdPackets(scope, [packet], error.message);
  }
}

/** Has the packets sent whose turn may have come now that another one is signed. Whoever signed doesn't wait for that. */
export async function sendNext(scope: DealWrite, finished: string): Promise<void> {
  for (const { uuid: packet } of await waitingFor(scope, [finished]))
    await scope.services.jobs.enqueue(scope.tx, sendQueuedKind, { packet });
}

/**
 * Returns whether more pages may still be rejected that belong into the same packet, so that their signatory gets one email: for a minute after
 * the last one, and while other pages of theirs wait to be accepted, but not forever.
 */
async function isCollecting(
  { tx, deal, now }: DealWrite,
  { signatory }: RowOf<'packets'>,
  { again }: QueuedSend,
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
