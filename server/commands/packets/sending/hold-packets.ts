import { sql } from 'kysely';
import { signatoryCollection } from '../../../../src/contract/collections/signatories.ts';
import type { PacketStatus } from '../../../../src/contract/rules/signing/packets/packet-status.ts';
import { addNotification } from '../../../store/account/notifications.ts';
import { changeRows, selectRows, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import { inWords } from '../../../../src/contract/rules/signing/signatories/names-in-words.ts';
import { whyNeverSigned } from './turn-of.ts';

type PacketRow = RowOf<'packets'>;
type WaitingPacket = Pick<PacketRow, 'uuid' | 'signatory' | 'queued'>;

/**
 * Holds queued packets: they are no longer sent automatically, and show the reason until somebody sends them. Notifies the people who
 * queued them, or the team if those have left.
 * @param reason a sentence
 */
export async function holdPackets(
  scope: DealWrite,
  packets: readonly WaitingPacket[],
  reason: string,
): Promise<void> {
  const { tx, stamp } = scope;
  const uuids = packets.map(({ uuid }) => uuid);
  await changeRows(tx, 'packets', uuids, { queued: null, held_reason: reason, ...stamp });
  for (const uuid of uuids) scope.put('packets', uuid, { fields: ['status'] });
  const byPerson = Map.groupBy(packets, ({ queued }) => queued?.by ?? '');
  for (const [by, held] of byPerson) await notifyHeld(scope, held, { by, reason });
}

/** Holds the packets that wait for one that has ended. */
export async function holdWaitingFor(
  scope: DealWrite,
  ended: Pick<PacketRow, 'uuid' | 'signatory'>,
  status: PacketStatus,
): Promise<void> {
  const waiting = await waitingFor(scope, [ended.uuid]);
  if (waiting.length === 0) return;
  const reason = await whyNeverSigned(scope, ended, status);
  if (reason !== null) await holdPackets(scope, waiting, reason);
}

/** Returns the packets that go out only after one of these. */
export async function waitingFor(
  { tx, deal }: DealWrite,
  uuids: readonly string[],
): Promise<WaitingPacket[]> {
  return tx
    .selectFrom('packets')
    .select(['uuid', 'signatory', 'queued'])
    .where('transaction', '=', deal.uuid)
    .where('queued', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`queued->'after' ?| ${uuids}::text[]`)
    .orderBy('created_at')
    .orderBy('uuid')
    .execute();
}

/** Notifies the person who queued packets, or the team if that person has left, that the packets weren't sent. */
async function notifyHeld(
  scope: DealWrite,
  packets: readonly WaitingPacket[],
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const { tx, deal, now } = scope;
  const among = packets.map(({ signatory }) => signatory);
  const people = await selectRows(tx, signatoryCollection, { deal: deal.uuid, among });
  const names = people.map(({ full_name }) => full_name);
  const what =
    packets.length === 1
      ? `${inWords(names)}’s packet for “${deal.name}” wasn’t sent.`
      : `The packets to ${inWords(names)} for “${deal.name}” weren’t sent.`;
  for (const user_uuid of await peopleToTell(scope, by))
    await addNotification(
      tx,
      {
        user_uuid,
        level: 'warning',
        notification_type: 'packet_held',
        title: `${what} ${reason}`,
        transaction: deal.uuid,
        document: null,
      },
      now,
    );
}

/** Returns that person while they work on the deal, or else those who want notifications about signing. */
async function peopleToTell({ tx, deal }: DealWrite, person: string): Promise<string[]> {
  const team = await tx
    .selectFrom('participants')
    .innerJoin('users', 'users.uuid', 'participants.user_uuid')
    .select(['user_uuid', 'send_esigning_notifications as hears'])
    .where('transaction', '=', deal.uuid)
    .where('deleted', '=', false)
    .where('disabled_at', 'is', null)
    .execute();
  if (team.some(({ user_uuid }) => user_uuid === person)) return [person];
  return team.flatMap(({ user_uuid, hears }) => (hears ? [user_uuid] : []));
}
