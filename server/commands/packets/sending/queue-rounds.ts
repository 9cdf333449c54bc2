import { changeRow, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import type { QueuedSend } from '../../../store/deals/packets/packet-tables.ts';

interface Queueing {
  by: string;
  message: string | undefined;
  accessCodeHash: string | null;
  expiresOn: string | null;
}

/** Queues packets so that each is sent once all packets of the previous round are signed. */
export async function queueRounds(
  scope: DealWrite,
  packets: readonly RowOf<'packets'>[],
  rounds: readonly (readonly string[])[],
  { by, message = '', accessCodeHash, expiresOn }: Queueing,
): Promise<void> {
  for (const { uuid, access_code_hash: code } of packets) {
    const after = rounds[rounds.findIndex((round) => round.includes(uuid)) - 1];
    if (!after) throw new Error('A packet of the first round is sent, not queued.');
    const queued: QueuedSend = { by, message, after: [...after], expires_on: expiresOn };
    await changeRow(scope.tx, 'packets', uuid, {
      queued: JSON.stringify(queued),
      held_reason: null,
      access_code_hash: accessCodeHash ?? code,
      ...scope.stamp,
    });
    scope.put('packets', uuid, { fields: ['status'] });
  }
}
