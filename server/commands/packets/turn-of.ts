import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import type { PacketStatus } from '../../../src/contract/rules/signing/packet-status.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/** Whether a packet that waits for others can go out; `never`: one of them won't be signed, with the reason as a sentence. */
export type Turn = { is: 'now' } | { is: 'later' } | { is: 'never'; reason: string };

/** The endings of a packet that others wait for, in words. */
const ENDINGS: Partial<Record<PacketStatus, (name: string) => string>> = {
  declined: (name) => `${name}, who was to sign first, declined.`,
  cancelled: (name) => `${name}’s packet, which was to be signed first, was canceled.`,
  expired: (name) => `${name}, who was to sign first, didn’t sign in time.`,
};

/** Returns whether it is the turn of a packet that waits for these. */
export async function turnOf(scope: DealWrite, after: readonly string[]): Promise<Turn> {
  const { tx, deal } = scope;
  const before = await selectRows(tx, packetCollection, { deal: deal.uuid, among: after });
  for (const packet of before) {
    const reason = await whyNeverSigned(scope, packet, packet.status);
    if (reason !== null) return { is: 'never', reason };
  }
  if (before.length < new Set(after).size)
    return { is: 'never', reason: 'A packet that was to be signed first was deleted.' };
  return { is: before.every(({ status }) => status === 'completed') ? 'now' : 'later' };
}

/** Returns why those who wait for a packet with this status will wait forever; null if they won't. */
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
