import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import { Refusal } from '../../refusal.ts';
import { accountById } from '../../store/account/users.ts';
import { addNotification } from '../../store/account/notifications.ts';
import { changeRow, rowOf, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { BY_SERVER } from '../../store/deals/signing-events.ts';
import { sendPackets } from './send-packets.ts';

/**
 * Sends a packet that was told to go out by itself, if it is ready and the one before it is signed. If something keeps it from going out,
 * it stays as ready, and the person who wanted it sent is notified.
 */
export async function sendIfDue(scope: DealWrite, uuid: string): Promise<void> {
  const { tx, deal, stamp } = scope;
  const packet = await rowOf(tx, packetCollection, deal.uuid, uuid);
  const { queued, status } = packet;
  if (queued === null || status !== 'ready' || !(await isTurn(scope, queued.after))) return;
  await changeRow(tx, 'packets', uuid, { queued: null, ...stamp });
  scope.put('packets', uuid, { fields: ['status'] });
  const sender = await accountById(tx, queued.by);
  if (!sender) return;
  try {
    await sendPackets(scope, { packets: [uuid], message: queued.message }, BY_SERVER, sender);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await notifyHeld(scope, packet, { user: sender.uuid, reason: error.message });
  }
}

/** Tells the person who wanted a packet sent why it wasn't. */
export async function notifyHeld(
  { tx, deal, now }: DealWrite,
  { signatory }: RowOf<'packets'>,
  { user, reason }: { user: string; reason: string },
): Promise<void> {
  const { full_name } = await rowOf(tx, signatoryCollection, deal.uuid, signatory);
  await addNotification(
    tx,
    {
      user_uuid: user,
      level: 'warning',
      notification_type: 'packet_held',
      title: `${full_name}’s packet for “${deal.name}” wasn’t sent. ${reason}`,
      transaction: deal.uuid,
      document: null,
    },
    now,
  );
}

/** Sends the packets whose turn it is now that another one is signed. */
export async function sendNext(scope: DealWrite, finished: string): Promise<void> {
  const packets = await selectRows(scope.tx, packetCollection, { deal: scope.deal.uuid });
  for (const { uuid, queued } of packets) if (queued?.after === finished) await sendIfDue(scope, uuid);
}

async function isTurn({ tx, deal }: DealWrite, after: string | null): Promise<boolean> {
  if (after === null) return true;
  const [before] = await selectRows(tx, packetCollection, { deal: deal.uuid, among: [after] });
  return before === undefined || before.status === 'completed';
}
