import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { DAY_MS } from '../../../src/contract/retention.ts';
import type { Tables, Tx } from '../tables.ts';
import type { PacketTable } from './packet-tables.ts';

/** How long a replaced link stays valid: the person may be reading with it. */
const REPLACED_MS = DAY_MS;

/** The packet that a link opens, and whether a newer link has replaced this one. */
export interface FoundLink {
  packet: Selectable<PacketTable>;
  isReplaced: boolean;
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Creates a new link to a packet and returns its secret, which is stored nowhere. Older links are valid for one more
 * day.
 */
export async function addLink(
  tx: Tx,
  { uuid, transaction }: Pick<Selectable<PacketTable>, 'uuid' | 'transaction'>,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .updateTable('signing_tokens')
    .set({ replaced_at: now })
    .where('packet', '=', uuid)
    .where('replaced_at', 'is', null)
    .execute();
  await tx
    .insertInto('signing_tokens')
    .values({ token_hash: hashOfToken(token), transaction, packet: uuid, created_at: now })
    .execute();
  return token;
}

/** Returns the packet of a link; null if there is none. */
export async function findLink(db: Kysely<Tables>, token: string, now: Date): Promise<FoundLink | null> {
  const found = await db
    .selectFrom('signing_tokens')
    .innerJoin('packets', 'packets.uuid', 'signing_tokens.packet')
    .selectAll('packets')
    .select('signing_tokens.replaced_at')
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst();
  if (!found) return null;
  const { replaced_at, ...packet } = found;
  return { packet, isReplaced: replaced_at !== null && now.getTime() - replaced_at.getTime() > REPLACED_MS };
}

/** Returns the deal of a link; null if there is none. */
export async function dealOfLink(db: Kysely<Tables>, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('signing_tokens')
    .select('transaction')
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst();
  return row?.transaction ?? null;
}
