import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Tables, Tx } from '../../tables.ts';
import type { PacketTable } from './packet-tables.ts';
import { hashOfToken, stateOfPacket } from './signing-links.ts';

const MINUTE_MS = 60_000;
/** Codes and links are short-lived. The signatory and the witness are in the same place, so a code is entered at once. */
const CODE_MS = 15 * MINUTE_MS;
const LINK_MS = 60 * MINUTE_MS;

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/** A packet that a witness's link opens, only for witnessing. */
export interface WitnessLink {
  readonly packet: Selectable<PacketTable>;
  /** Whether its pages can still be witnessed with this link. */
  readonly isOpen: boolean;
}

/** Returns a code in the form in which it is stored, however it was typed. */
function hashOfCode(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return createHash('sha256').update(`witness ${plain}`).digest('hex');
}

/** Creates a code for the witness of a packet. It is returned once and stored as its hash. Earlier codes of the packet stop working. */
export async function addWitnessCode(
  tx: Tx,
  { uuid: packet, transaction }: Pick<Selectable<PacketTable>, 'uuid' | 'transaction'>,
  now: Date,
): Promise<{ code: string; expiresAt: Date }> {
  const code = Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  const expiresAt = new Date(now.getTime() + CODE_MS);
  await tx
    .updateTable('witness_codes')
    .set({ expires_at: now })
    .where('packet', '=', packet)
    .where('token_hash', 'is', null)
    .execute();
  await tx
    .insertInto('witness_codes')
    .values({ code_hash: hashOfCode(code), packet, transaction, created_at: now, expires_at: expiresAt })
    .execute();
  return { code, expiresAt };
}

/** Exchanges a code for the secret of a link, once; null for a code that is unknown, used or too old. */
export async function redeemWitnessCode(db: Kysely<Tables>, code: string, now: Date): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const { numUpdatedRows } = await db
    .updateTable('witness_codes')
    .set({ token_hash: hashOfToken(token), token_expires_at: new Date(now.getTime() + LINK_MS) })
    .where('code_hash', '=', hashOfCode(code))
    .where('token_hash', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? token : null;
}

/** Returns what a witness's link opens; null if it isn't the link of a witness. */
export async function findWitnessLink(
  db: Kysely<Tables>,
  token: string,
  now: Date,
): Promise<WitnessLink | null> {
  const found = await db
    .selectFrom('witness_codes as code')
    .innerJoin('packets', 'packets.uuid', 'code.packet')
    .innerJoin('transactions', 'transactions.uuid', 'packets.transaction')
    .selectAll('packets')
    .select(['code.token_expires_at', 'transactions.deleted_at as deal_deleted_at'])
    .where('code.token_hash', '=', hashOfToken(token))
    .executeTakeFirst();
  if (!found) return null;
  const { token_expires_at: until, deal_deleted_at: dealDeletedAt, ...packet } = found;
  const isLive = packet.deleted_at === null && dealDeletedAt === null;
  const isInTime = until !== null && until > now;
  return { packet, isOpen: isLive && isInTime && stateOfPacket(packet, now) === 'open' };
}
