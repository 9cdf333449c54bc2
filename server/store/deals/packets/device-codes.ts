import type { Kysely, Selectable } from 'kysely';
import type { Tables, Tx } from '../../tables.ts';
import type { PacketTable } from './packet-tables.ts';
import { hashOfDevice } from './signing-devices.ts';

/** How long a code is valid. */
export const DEVICE_CODE_MINUTES = 10;
const MINUTE_MS = 60_000;

const MOST_TRIES = 5;

/**
 * The purpose of a code: one device, so that no other can use up its tries or replace it. `device` is the secret in its
 * cookie.
 */
interface CodeFor {
  packet: string;
  device: string;
}

/** Stores the hash of a code that is about to be emailed, replacing the device's previous one. Returns when it expires. */
export async function addDeviceCode(
  tx: Tx,
  { uuid: packet, transaction }: Pick<Selectable<PacketTable>, 'uuid' | 'transaction'>,
  { device, codeHash, now }: { device: string; codeHash: string; now: Date },
): Promise<Date> {
  // A stranger can invent any number of devices.
  await tx.deleteFrom('device_codes').where('packet', '=', packet).where('expires_at', '<=', now).execute();
  const expiresAt = new Date(now.getTime() + DEVICE_CODE_MINUTES * MINUTE_MS);
  const code = { code_hash: codeHash, tries: 0, expires_at: expiresAt };
  await tx
    .insertInto('device_codes')
    .values({ packet, transaction, device_hash: hashOfDevice(device), ...code })
    .onConflict((conflict) => conflict.columns(['packet', 'device_hash']).doUpdateSet(code))
    .execute();
  return expiresAt;
}

/** Returns when a device's newest code expires; null if no code works. */
export async function deviceCodeExpiry(
  db: Kysely<Tables>,
  { packet, device }: CodeFor,
  now: Date,
): Promise<Date | null> {
  const code = await db
    .selectFrom('device_codes')
    .select('expires_at')
    .where('packet', '=', packet)
    .where('device_hash', '=', hashOfDevice(device))
    .where('expires_at', '>', now)
    .where('tries', '<', MOST_TRIES)
    .executeTakeFirst();
  return code?.expires_at ?? null;
}

/**
 * Counts a try before its outcome is known, so that each of many simultaneous tries counts.
 * @returns the hash to compare with, and the number of tries left; null if no code works
 */
export async function countTry(
  db: Kysely<Tables>,
  { packet, device }: CodeFor,
  now: Date,
): Promise<{ codeHash: string; triesLeft: number } | null> {
  const code = await db
    .updateTable('device_codes')
    .set((is) => ({ tries: is('tries', '+', 1) }))
    .where('packet', '=', packet)
    .where('device_hash', '=', hashOfDevice(device))
    .where('expires_at', '>', now)
    .where('tries', '<', MOST_TRIES)
    .returning(['code_hash', 'tries'])
    .executeTakeFirst();
  return code ? { codeHash: code.code_hash, triesLeft: MOST_TRIES - code.tries } : null;
}

/** Makes a code unusable. Returns false if it has been used or replaced in the meantime. */
export async function useDeviceCode(tx: Tx, { packet, device }: CodeFor, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('device_codes')
    .where('packet', '=', packet)
    .where('device_hash', '=', hashOfDevice(device))
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
