import { changeRow, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { QueuedSend } from '../../store/deals/packet-tables.ts';
import { holdPackets, notifyHeld, waitingFor } from './hold-packets.ts';

type PacketRow = RowOf<'packets'>;
type Made = Pick<PacketRow, 'uuid' | 'signatory' | 'assignments'>;

/** Why a packet isn't sent automatically anymore. */
const MORE_PAGES = 'It was created again with more pages. Check them, then send it.';

/**
 * Has new packets take the place of the unsent ones that they replace: they open with the same code, and those that wait for one of the old
 * ones wait for its person's new packet. A packet that was to be sent automatically still is, unless it has pages that it didn't have when
 * somebody decided that. They are told.
 * @param isQueuedAgain the caller decides itself when the new packets are sent
 */
export async function followReplaced(
  scope: DealWrite,
  replaced: readonly PacketRow[],
  made: readonly Made[],
  isQueuedAgain = false,
): Promise<void> {
  const { tx, stamp } = scope;
  const heirs = new Map(
    replaced.map((old) => [
      old.uuid,
      made.find(
        ({ signatory, assignments }) =>
          signatory === old.signatory && assignments.some((each) => old.assignments.includes(each)),
      ),
    ]),
  );
  const inTurn = (queued: QueuedSend) =>
    JSON.stringify({ ...queued, after: queued.after?.map((each) => heirs.get(each)?.uuid ?? each) ?? null });
  for (const old of replaced) {
    const heir = heirs.get(old.uuid);
    if (heir === undefined) continue;
    if (old.access_code_hash !== null)
      await changeRow(tx, 'packets', heir.uuid, { access_code_hash: old.access_code_hash });
    if (old.queued === null) continue;
    if (heir.assignments.every((each) => old.assignments.includes(each)))
      await changeRow(tx, 'packets', heir.uuid, { queued: inTurn(old.queued) });
    else if (!isQueuedAgain) await notifyHeld(scope, [old], { by: old.queued.by, reason: MORE_PAGES });
  }
  for (const waiting of await waitingFor(
    scope,
    replaced.map(({ uuid }) => uuid),
  )) {
    const { queued } = waiting;
    if (queued === null) continue;
    if (queued.after?.some((each) => heirs.has(each) && heirs.get(each) === undefined)) {
      await holdPackets(scope, [waiting], 'Someone else now signs the pages that were to be signed first.');
      continue;
    }
    await changeRow(tx, 'packets', waiting.uuid, { queued: inTurn(queued), ...stamp });
    scope.put('packets', waiting.uuid, { fields: ['status'] });
  }
}
