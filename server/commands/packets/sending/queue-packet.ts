import { packetCollection } from '../../../../src/contract/collections/packets.ts';
import type { Packet, QueuedPacket } from '../../../../src/contract/entities/signing/packet.ts';
import { isOut, isUnsent } from '../../../../src/contract/rules/signing/packets/packet-status.ts';
import { readRow } from '../../../present/read-rows.ts';
import { invalid } from '../../../refusal.ts';
import { changeRow, rowOf, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import type { QueuedSend } from '../../../store/deals/packets/packet-tables.ts';
import { holdPackets } from './hold-packets.ts';
import { holdUnseen } from './hold-unseen.ts';
import { sendSoon } from './send-if-due.ts';
import { assertInTime } from './send-packets.ts';

/**
 * Queues a packet to be sent once it has been created and its turn has come, or removes it from the queue. The request may
 * have been made offline: a packet that someone else has sent in the meantime is left alone. A packet that can't be sent, or
 * that shows something the sender hasn't seen, is held.
 * @throws {Refusal} `invalid` if it has ended, if a colleague has queued it, or if it should leave the queue but was already
 * sent
 */
export async function queuePacket(
  scope: DealWrite,
  { id, sending }: { id: string } & QueuedPacket,
): Promise<Packet> {
  const { tx, deal, actor } = scope;
  const packet = await rowOf(tx, packetCollection, deal.uuid, id);
  if (sending === null) await unqueue(scope, packet);
  else if (!isOut(packet.status) && packet.status !== 'completed') {
    if (actor === null) throw new Error('Only a signed-in user can send a packet.');
    if (!isUnsent(packet.status)) throw invalid('This packet has ended, so it wasn’t sent.');
    if (packet.queued && packet.queued.by !== actor)
      throw invalid('A colleague has already queued this packet, so your request had no effect.');
    assertInTime(sending.expires_on, scope.now, { isPastAllowed: true });
    const queued: QueuedSend = { by: actor, ...sending };
    await changeRow(tx, 'packets', id, {
      queued: JSON.stringify(queued),
      held_reason: null,
      ...scope.stamp,
    });
    scope.put('packets', id, { fields: ['status'] });
    const asQueued = { ...packet, queued };
    if (packet.status === 'failed') await holdPackets(scope, [asQueued], packet.error_message ?? '');
    else if (packet.status === 'ready' && !(await holdUnseen(scope, asQueued))) await sendSoon(scope, id);
  }
  return readRow(tx, 'packets', deal.uuid, id);
}

/** Takes a packet out of the queue. @throws {Refusal} `invalid` if it was sent, or if a colleague has queued it */
async function unqueue(scope: DealWrite, { uuid, status, queued }: RowOf<'packets'>): Promise<void> {
  if (isOut(status) || status === 'completed')
    throw invalid('This packet has already been sent. Cancel it instead.');
  if (queued === null) return;
  if (queued.by !== scope.actor)
    throw invalid(
      'A colleague has queued this packet, so it stays queued. Cancel it to keep it from going out.',
    );
  await changeRow(scope.tx, 'packets', uuid, { queued: null, ...scope.stamp });
  scope.put('packets', uuid, { fields: ['status'] });
}
