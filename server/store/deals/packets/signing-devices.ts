import { createHash } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../tables.ts';
import type { PacketTable } from './packet-tables.ts';

type Packet = Selectable<PacketTable>;

/**
 * Returns whether a device may open a packet. `first`: its signatory hasn't acted on any device yet. A device is trusted for
 * all packets that were sent to the same person at the same address. If the signatory acted before devices were stored,
 * nobody knows which one they used, so every device is new.
 * @param device the secret in its cookie; null if it has none
 */
export async function standingOf(
  db: Kysely<Tables>,
  packet: Pick<Packet, 'signatory' | 'sent_to'>,
  device: string | null,
): Promise<'trusted' | 'first' | 'new'> {
  const devices = await devicesOf(db, packet).select(['device_hash', 'ended_at']).execute();
  if (devices.length === 0) return (await hasActed(db, packet)) ? 'new' : 'first';
  const own = device === null ? null : hashOfDevice(device);
  const isTrusted = devices.some(({ device_hash: hash, ended_at: end }) => hash === own && end === null);
  return isTrusted ? 'trusted' : 'new';
}

/** Trusts a device. From now on, it opens the packets of its signatory. */
export async function trustDevice(
  tx: Tx,
  { uuid, transaction }: Pick<Packet, 'uuid' | 'transaction'>,
  device: string,
  { now, isConfirmed }: { now: Date; isConfirmed: boolean },
): Promise<void> {
  const trusted = { trusted_at: now, confirmed_at: isConfirmed ? now : null, ended_at: null };
  await tx
    .insertInto('signing_devices')
    .values({ packet: uuid, transaction, device_hash: hashOfDevice(device), ...trusted })
    .onConflict((conflict) => conflict.columns(['packet', 'device_hash']).doUpdateSet(trusted))
    .execute();
}

/** Stops trusting the devices of a packet's signatory. From now on, each one needs a code, including the first one. */
export async function endTrust(
  tx: Tx,
  packet: Pick<Packet, 'signatory' | 'sent_to'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('signing_devices')
    .set({ ended_at: now })
    .where('packet', 'in', packetsOf(tx, packet))
    .where('ended_at', 'is', null)
    .execute();
}

/** Returns whether a packet of the signatory was opened or signed. Pages that came back on paper say nothing about a device. */
async function hasActed(db: Kysely<Tables>, packet: Pick<Packet, 'signatory' | 'sent_to'>): Promise<boolean> {
  const acted = await packetsOf(db, packet)
    .where((is) =>
      is.or([
        is('viewed_at', 'is not', null),
        is('consented_at', 'is not', null),
        is('signed_file_key', 'is not', null),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return acted !== undefined;
}

function devicesOf(db: Kysely<Tables>, packet: Pick<Packet, 'signatory' | 'sent_to'>) {
  return db.selectFrom('signing_devices').where('packet', 'in', packetsOf(db, packet));
}

function packetsOf(
  db: Kysely<Tables>,
  { signatory, sent_to: address }: Pick<Packet, 'signatory' | 'sent_to'>,
) {
  return (
    db
      .selectFrom('packets')
      .select('uuid')
      .where('signatory', '=', signatory)
      // As in isSentElsewhere, case is ignored.
      .where(sql<boolean>`lower(sent_to) = lower(${address ?? ''})`)
  );
}

export function hashOfDevice(device: string): string {
  return createHash('sha256').update(`device ${device}`).digest('hex');
}
