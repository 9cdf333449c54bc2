import { changeRow, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { holdPackets, waitingFor } from './hold-packets.ts';

type PacketRow = RowOf<'packets'>;
type Made = Pick<PacketRow, 'uuid' | 'signatory' | 'assignments'>;

/**
 * Has new packets take the place of the unsent ones that they replace: those that wait for one of these wait for its person's new packet. A
 * packet that was to go out by itself still does, unless it has pages that it didn't have when somebody decided that.
 */
export async function followReplaced(
  scope: DealWrite,
  replaced: readonly PacketRow[],
  made: readonly Made[],
): Promise<void> {
  const { tx, stamp } = scope;
  for (const old of replaced) {
    const own = made.filter(({ signatory }) => signatory === old.signatory);
    const heir = own.find(({ assignments }) => assignments.some((each) => old.assignments.includes(each)));
    if (old.queued !== null && heir?.assignments.every((each) => old.assignments.includes(each)))
      await changeRow(tx, 'packets', heir.uuid, {
        queued: JSON.stringify(old.queued),
        access_code_hash: old.access_code_hash,
      });
    for (const waiting of await waitingFor(scope, [old.uuid])) {
      const { queued } = waiting;
      if (queued === null) continue;
      if (!heir) {
        await holdPackets(scope, [waiting], 'Someone else signs the pages that were to be signed first.');
        continue;
      }
      const after = queued.after?.map((each) => (each === old.uuid ? heir.uuid : each)) ?? null;
      await changeRow(tx, 'packets', waiting.uuid, {
        queued: JSON.stringify({ ...queued, after }),
        ...stamp,
      });
      scope.put('packets', waiting.uuid, { fields: ['status'] });
    }
  }
}
