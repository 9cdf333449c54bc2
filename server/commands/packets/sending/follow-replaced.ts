import { changeRow, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import type { QueuedSend } from '../../../store/deals/packets/packet-tables.ts';
import { holdPackets, waitingFor } from './hold-packets.ts';

type PacketRow = RowOf<'packets'>;
type Made = Pick<PacketRow, 'uuid' | 'signatory' | 'assignments' | 'needs_paper'>;

const SOMEONE_ELSE = 'Someone else now signs the pages that had to be signed first.';
const MORE_PAGES = 'It was created again with more pages. Check them, then send it.';

/**
 * Puts new packets in the place of the unsent ones that they replace. Packets that wait for a replaced one now wait for that
 * person's new packets. These are two if some pages must now be signed on paper. A packet that was queued stays queued,
 * unless it has pages that it didn't have when somebody queued it. Access codes stay.
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
      made.filter(
        ({ signatory, assignments }) =>
          signatory === old.signatory && assignments.some((each) => old.assignments.includes(each)),
      ),
    ]),
  );
  /** Null if nobody replaces a packet that had to be signed first. */
  const inTurn = (queued: QueuedSend): string | null => {
    const after = queued.after?.map((each) => heirs.get(each)?.map(({ uuid }) => uuid) ?? [each]) ?? null;
    if (after?.some((each) => each.length === 0)) return null;
    return JSON.stringify({ ...queued, after: after && [...new Set(after.flat())] });
  };
  for (const old of replaced) {
    const own = heirs.get(old.uuid) ?? [];
    for (const { uuid } of own)
      if (old.access_code_hash !== null)
        await changeRow(tx, 'packets', uuid, { access_code_hash: old.access_code_hash });
    const { queued } = old;
    if (queued === null) continue;
    const turn = inTurn(queued);
    for (const heir of own.filter(({ needs_paper: isOnPaper }) => !isOnPaper)) {
      const isAsDecided = heir.assignments.every((each) => old.assignments.includes(each));
      if (isAsDecided && turn !== null) await changeRow(tx, 'packets', heir.uuid, { queued: turn });
      else if (!isQueuedAgain)
        await holdPackets(scope, [{ ...heir, queued }], isAsDecided ? SOMEONE_ELSE : MORE_PAGES);
    }
  }
  for (const waiting of await waitingFor(scope, [...heirs.keys()])) {
    const turn = waiting.queued && inTurn(waiting.queued);
    if (turn === null) {
      await holdPackets(scope, [waiting], SOMEONE_ELSE);
      continue;
    }
    await changeRow(tx, 'packets', waiting.uuid, { queued: turn, ...stamp });
    scope.put('packets', waiting.uuid, { fields: ['status'] });
  }
}
