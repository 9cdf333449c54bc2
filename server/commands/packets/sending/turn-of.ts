import { signatoryCollection } from '../../../../src/contract/collections/signatories.ts';
import type { PacketStatus } from '../../../../src/contract/rules/signing/packets/packet-status.ts';
import { selectRows, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';

/**
 * Whether a packet that waits for others can be sent. `never`: one of the others won't be signed, with the reason as a
 * sentence.
 */
export type Turn = { is: 'now' } | { is: 'later' } | { is: 'never'; reason: string };

/** The ways in which a packet that others wait for can end, in words. */
const ENDINGS: Partial<Record<PacketStatus, (name: string) => string>> = {
  declined: (name) => `${name}, who was to sign first, declined.`,
  cancelled: (name) => `${name}’s packet, which was to be signed first, was canceled.`,
  expired: (name) => `${name}, who was to sign first, didn’t sign in time.`,
};

/**
 * Reads packets that others wait for. Returns a function that tells whether a packet's turn has come, given the packets that
 * it waits for.
 */
export async function openTurns(
  scope: DealWrite,
  awaited: readonly string[],
): Promise<(after: readonly string[]) => Turn> {
  const { tx, deal } = scope;
  if (awaited.length === 0) return () => ({ is: 'now' });
  const rows = await tx
    .selectFrom('packets')
    .select(['uuid', 'status', 'signatory'])
    .where('uuid', 'in', [...new Set(awaited)])
    .where('transaction', '=', deal.uuid)
    .where('deleted_at', 'is', null)
    .execute();
  const known = new Map(rows.map((row) => [row.uuid, row.status]));
  const reasons = new Map<string, string>();
  for (const row of rows) {
    const reason = await whyNeverSigned(scope, row, row.status);
    if (reason !== null) reasons.set(row.uuid, reason);
  }
  return (after) => {
    const ended = after.find((uuid) => reasons.has(uuid));
    if (ended !== undefined) return { is: 'never', reason: reasons.get(ended) ?? '' };
    if (after.some((uuid) => !known.has(uuid)))
      return { is: 'never', reason: 'A packet that was to be signed first was deleted.' };
    return { is: after.every((uuid) => known.get(uuid) === 'completed') ? 'now' : 'later' };
  };
}

/** Returns why packets that wait for one with this status will wait forever; null if they won't. */
export async function whyNeverSigned(
  { tx }: DealWrite,
  { signatory }: Pick<RowOf<'packets'>, 'signatory'>,
  status: PacketStatus,
): Promise<string | null> {
  const say = ENDINGS[status];
  if (!say) return null;
  // They may have been deleted since their packet ended.
  const [person] = await selectRows(tx, signatoryCollection, { uuids: [signatory] });
  return say(person?.full_name ?? 'Someone');
}
