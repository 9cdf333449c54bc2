import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { SigningRoom } from '../../../../src/contract/entities/signing/signing-room.ts';
import { hasEnteredCode, type LinkHolder } from './link-holder.ts';
import { DAY_MS } from '../../../../src/contract/retention.ts';
import { LINK_MS } from '../../../../src/contract/rules/signing/packets/link-lifetime.ts';
import type { AssignmentStatus } from '../../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { isOut, isVoid } from '../../../../src/contract/rules/signing/packets/packet-status.ts';
import type { Tables, Tx } from '../../tables.ts';
import type { PacketTable } from './packet-tables.ts';
import { standingOf } from './signing-devices.ts';

/** How long a replaced link stays valid, because the person may be reading with it. */
const REPLACED_MS = DAY_MS;

/** The last time zone is twelve hours behind UTC. */
const LAST_ZONE_MS = 12 * 3_600_000;

/** Returns when a day has ended in every time zone. @param day as in 2026-11-30 */
export function endOfDay(day: string): Date {
  return new Date(Date.parse(day) + DAY_MS + LAST_ZONE_MS);
}

/** Returns the last whole day on which a link works everywhere. */
export function lastDay(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - LAST_ZONE_MS - 1);
}

/** Witnesses have separate links. */
export type LinkState = Exclude<SigningRoom['state'], 'witness' | 'witnessed' | 'witness_ended'>;

/** The packet of a link, its deal, and what the link currently opens. */
export interface FoundLink {
  packet: Selectable<PacketTable>;
  deal: { uuid: string; name: string; organization: string };
  state: LinkState;
  /** Whether the signatory hasn't acted on any device yet. The first device on which they act becomes trusted. */
  isFirstDevice: boolean;
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Creates a new link to a packet and returns its secret, which isn't stored anywhere. Older links are valid for one more day.
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

/** Reactivates the link that a packet's newest one replaced, because the email with the newest one couldn't be delivered. */
export async function restoreReplacedLink(tx: Tx, packet: string): Promise<void> {
  await tx
    .updateTable('signing_tokens')
    .set({ replaced_at: null })
    .where('packet', '=', packet)
    .where('replaced_at', '=', (eb) =>
      eb
        .selectFrom('signing_tokens as other')
        .select(({ fn }) => fn.max('other.replaced_at').as('latest'))
        .where('other.packet', '=', packet),
    )
    .execute();
}

/** Returns what a link opens; null if the link was never sent. */
export async function findLink(db: Kysely<Tables>, holder: LinkHolder, now: Date): Promise<FoundLink | null> {
  const found = await db
    .selectFrom('signing_tokens')
    .innerJoin('packets', 'packets.uuid', 'signing_tokens.packet')
    .innerJoin('transactions', 'transactions.uuid', 'packets.transaction')
    .selectAll('packets')
    .select('signing_tokens.replaced_at')
    .select([
      'transactions.name as deal_name',
      'transactions.organization as deal_organization',
      'transactions.deleted_at as deal_deleted_at',
    ])
    .where('token_hash', '=', hashOfToken(holder.token))
    .executeTakeFirst();
  if (!found) return null;
  const { replaced_at, deal_name: name, deal_organization: organization, deal_deleted_at, ...packet } = found;
  const isReplaced = replaced_at !== null && now.getTime() - replaced_at.getTime() > REPLACED_MS;
  const isGone = deal_deleted_at !== null || packet.deleted_at !== null;
  const signatures = packet.status === 'completed' ? await statusesIn(db, packet) : [];
  const own = isReplaced
    ? 'replaced'
    : isGone
      ? 'cancelled'
      : isVoid(packet.status, signatures)
        ? 'void'
        : stateFor(holder, packet, now);
  const link = { packet, deal: { uuid: packet.transaction, name, organization }, isFirstDevice: false };
  if (isGuarded(own, packet, now)) {
    const standing = await standingOf(db, packet, holder.device);
    return standing === 'new'
      ? { ...link, state: 'new_device' }
      : { ...link, state: own, isFirstDevice: standing === 'first' };
  }
  const hasEnded = ENDED.has(own);
  const state = hasEnded && deal_deleted_at === null && (await wasSentAgain(db, packet)) ? 'replaced' : own;
  return { ...link, state };
}

/** Returns the status of each of a packet's signatures. */
export async function statusesIn(
  db: Kysely<Tables>,
  { assignments }: Pick<Selectable<PacketTable>, 'assignments'>,
): Promise<AssignmentStatus[]> {
  if (assignments.length === 0) return [];
  const rows = await db.selectFrom('assignments').select('status').where('uuid', 'in', assignments).execute();
  return rows.map(({ status }) => status);
}

/**
 * Returns whether signatures of a packet that ended are requested in a newer one that was sent to the same person. The new
 * ones have separate assignments if the old ones are void.
 */
async function wasSentAgain(
  db: Kysely<Tables>,
  { signatory, assignments, sent_at: sentAt }: Selectable<PacketTable>,
): Promise<boolean> {
  if (sentAt === null) return false;
  const newer = await db
    .selectFrom('packets')
    .select(['status'])
    .where('signatory', '=', signatory)
    .where('sent_at', '>', sentAt)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`exists (
        select from assignments as old
          join assignments as new
            on new.item_page_uuid = old.item_page_uuid
            and new.signatory = old.signatory
            and new.auth_rep is not distinct from old.auth_rep
        where old.uuid = any(${assignments}) and new.uuid = any(packets.assignments)
      )`,
    )
    .execute();
  return newer.some(({ status }) => isOut(status) || status === 'completed');
}

/** The states in which a link opens pages that are to be signed. */
const UNSIGNED: ReadonlySet<LinkState> = new Set(['open', 'paper', 'elsewhere']);

/** The states of a packet whose pages may have been sent in another one. */
const ENDED: ReadonlySet<LinkState> = new Set(['cancelled', 'declined', 'expired', 'superseded', 'void']);

/** Returns whether a link opens what only its signatory may see. */
function isGuarded(state: LinkState, packet: Selectable<PacketTable>, now: Date): boolean {
  return UNSIGNED.has(state) || (state === 'completed' && !isFileExpired(packet, now));
}

/** Returns whether the links of a signed packet no longer open its signed pages. */
export function isFileExpired(
  { completed_at: at }: Pick<Selectable<PacketTable>, 'completed_at'>,
  now: Date,
): boolean {
  return at !== null && now.getTime() - at.getTime() > LINK_MS;
}

/** Returns the state for a holder. What an access code protects is locked until they have entered the code. */
function stateFor(
  holder: LinkHolder,
  packet: Selectable<PacketTable>,
  now: Date,
): Exclude<LinkState, 'new_device'> {
  const state = stateOfPacket(packet, now);
  const { access_code_hash: code } = packet;
  if (code === null || !isGuarded(state, packet, now)) return state;
  return hasEnteredCode(holder, code, now) ? state : 'locked';
}

/** Returns what a packet's links open, apart from its access code. */
export function stateOfPacket(
  {
    status,
    superseded_at: supersededAt,
    expires_at: expires,
    wrong_person,
    esigning_service: service,
    needs_paper: needsPaper,
  }: Selectable<PacketTable>,
  now: Date,
): Exclude<LinkState, 'new_device'> {
  if (status === 'completed') return status;
  if (supersededAt !== null) return 'superseded';
  if (status === 'declined' || status === 'expired') return status;
  if (!isOut(status)) return 'cancelled';
  if (expires !== null && expires <= now) return 'expired';
  if (wrong_person !== null) return 'wrong_person';
  if (needsPaper) return 'paper';
  return service === 'docusign' ? 'elsewhere' : 'open';
}

/** Returns the deal of a link; null if the link is unknown. */
export async function dealOfLink(db: Kysely<Tables>, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('signing_tokens')
    .select('transaction')
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst();
  return row?.transaction ?? null;
}
