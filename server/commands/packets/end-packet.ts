import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { isOut } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { changeRow, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { problemOnceEnded, settleEnvelope } from '../../store/deals/packets/docusign-envelopes.ts';
import { changeStatuses } from '../signing/change-statuses.ts';
import { clearInPacket } from './clear-in-packet.ts';
import { holdWaitingFor } from './sending/hold-packets.ts';
import { postWaitingEmail } from './sending/waiting-email.ts';

/** The ways in which a packet ends without being finished by its signatory. */
type Ending =
  | { status: 'cancelled'; cancelled_reason: string }
  | { status: 'declined'; declined_reason: string }
  | { status: 'expired' };

/** Ends a packet. Its pages still need to be signed, so they can go into another packet. Packets that wait for it stay. */
export async function endPacket(scope: DealWrite, packet: RowOf<'packets'>, ending: Ending): Promise<void> {
  await endPackets(scope, [packet], ending);
}

/** Ends several packets together. Their links aren't emailed, even if the email of one would have waited only for another one. */
export async function endPackets(
  scope: DealWrite,
  packets: readonly RowOf<'packets'>[],
  ending: Ending,
): Promise<void> {
  for (const packet of packets) await end(scope, packet, ending);
  for (const packet of packets) await postWaitingEmail(scope, packet);
}

async function end(scope: DealWrite, packet: RowOf<'packets'>, ending: Ending): Promise<void> {
  const { tx, deal, stamp } = scope;
  await changeRow(tx, 'packets', packet.uuid, {
    ...ending,
    queued: null,
    held_reason: null,
    wrong_person: null,
    service_problem: problemOnceEnded(scope, packet),
    ...stamp,
  });
  scope.put('packets', packet.uuid, { fields: ['status'] });
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: packet.assignments });
  const waiting = rows.filter(({ status }) => isOut(status)).map(({ uuid }) => uuid);
  await changeStatuses(scope, waiting, { status: 'assigned' });
  await clearInPacket(scope);
  await holdWaitingFor(scope, packet, ending.status);
  await settleEnvelope(scope, packet);
}
