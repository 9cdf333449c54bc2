import { changeRow, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { QueuedSend } from '../../store/deals/packet-tables.ts';
import { holdPackets, waitingFor } from './hold-packets.ts';

type PacketRow = RowOf<'packets'>;
type Made = Pick<PacketRow, 'uuid' | 'signatory' | 'assignments'>;

/**
 * Has new packets take the place of the unsent ones that they replace: those that wait for one of these wait for its person's new packet. A
 * packet that was to be sent automatically still is, unless it has pages that it didn't have when somebody decided that.
 */
export async function followReplaced(
  scope: DealWrite,
  replaced: readonly PacketRow[],
  made: readonly Made[],
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
    if (old.queued !== null && heir?.assignments.every((each) => old.assignments.includes(each)))
      await changeRow(tx, 'packets', heir.uuid, {
        queued: inTurn(old.queued),
        access_code_hash: old.access_code_hash,
      });
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
