import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { isOut } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import { changeRow, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { appendSigningEvent, type SigningActor } from '../../store/deals/packets/signing-events.ts';
import { copyAssignments } from '../packets/ask-again.ts';
import { endPackets } from '../packets/end-packet.ts';
import { changeStatuses } from '../signing/change-statuses.ts';

/**
 * Makes signatures void because their document has a new version, and requests each again. Packets that are out with one of
 * them end, because their rooms show the earlier version. Their other pages can go into another packet.
 * @param isAskedAgain whether the new version still has the page of a signature
 */
export async function supersedeSignatures(
  scope: DealWrite,
  rows: readonly RowOf<'assignments'>[],
  { reason, by, isAskedAgain }: { reason: string; by: SigningActor; isAskedAgain: (page: string) => boolean },
): Promise<void> {
  if (rows.length === 0) return;
  const { tx, deal, now } = scope;
  const uuids = rows.map(({ uuid }) => uuid);
  await changeStatuses(scope, uuids, { status: 'superseded' });
  const packets = await selectRows(tx, packetCollection, { deal: deal.uuid });
  const outdated = packets.filter(
    ({ status, assignments }) => isOut(status) && assignments.some((each) => uuids.includes(each)),
  );
  await endPackets(scope, outdated, { status: 'cancelled', cancelled_reason: reason });
  for (const packet of outdated) {
    await changeRow(tx, 'packets', packet.uuid, { superseded_at: now });
    await appendSigningEvent(scope, packet.uuid, { kind: 'cancelled', by, details: { reason } });
  }
  await copyAssignments(
    scope,
    rows.filter(({ item_page_uuid: page }) => isAskedAgain(page)),
  );
}
