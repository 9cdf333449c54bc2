import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../server/store/tables.ts';
import type { OutboxRow, RejectedRow } from '../../src/db/rows.ts';

/** What one person's device sent, and what was rejected. */
export interface Accounts {
  user: string;
  made: readonly OutboxRow[];
  tray: readonly RejectedRow[];
}

/** The idempotency key of a successful request, with the id of the database transaction that stored it. */
interface KeptKey {
  user: string;
  key: string;
  txid: string;
}

/** A change of a deal, with the id of the database transaction that made it. */
interface Effect {
  txid: string;
  deal: string;
  version: number;
  command: string;
  actor: string | null;
  rows: string;
}

/**
 * Returns a sentence for each edit that was not applied exactly once, or that was neither applied nor put in
 * the tray. The server stores a key and its effect in one database transaction. PostgreSQL records the
 * transaction's id in every row, which shows which effects belong to which key.
 */
export async function findMiscounts(db: Kysely<Tables>, accounts: readonly Accounts[]): Promise<string[]> {
  const users = accounts.map(({ user }) => user);
  const keys = await keptKeys(db, users);
  const effects = await keyedEffects(db, users);
  const keyed = new Map(keys.map((kept) => [`${kept.user} ${kept.key}`, kept]));
  const effectsOf = new Map<string, Effect[]>();
  for (const effect of effects) effectsOf.set(effect.txid, [...(effectsOf.get(effect.txid) ?? []), effect]);

  const wrong: string[] = [];
  const accounted = new Set<string>();
  for (const { user, made, tray } of accounts) {
    const refused = new Map(tray.map((row) => [row.id, row]));
    for (const edit of made) {
      const kept = keyed.get(`${user} ${edit.id}`);
      const inTray = refused.get(edit.id);
      if (!kept && !inTray) wrong.push(`${named(edit)} is neither applied nor in the tray`);
      if (kept && inTray) wrong.push(`${named(edit)} is both applied and in the tray: ${inTray.reason}`);
      if (inTray && inTray.reason === '') wrong.push(`${named(edit)} is in the tray without a reason`);
      if (!kept) continue;
      accounted.add(kept.txid);
      const own = effectsOf.get(kept.txid) ?? [];
      if (own.length > 1) wrong.push(`${named(edit)} had ${own.length} effects`);
      const creating = edit.creates.length > 0;
      if (creating && own.length === 0) wrong.push(`${named(edit)} has a response but no effect`);
      if (creating && !edit.creates.every((id) => own[0]?.rows.includes(id)))
        wrong.push(`${named(edit)} did not create what it names`);
    }
    for (const id of refused.keys())
      if (!made.some((edit) => edit.id === id)) wrong.push(`the tray holds ${id}, which nobody made`);
  }
  for (const { txid, command, deal, version } of effects)
    if (!accounted.has(txid)) wrong.push(`${command} at version ${version} of ${deal} belongs to no edit`);
  for (const { key, txid } of keys) if (!accounted.has(txid)) wrong.push(`the key ${key} belongs to no edit`);
  return [...wrong, ...(await findTangles(db, users))];
}

function named({ name, id }: OutboxRow): string {
  return `${name} ${id}`;
}

async function keptKeys(db: Kysely<Tables>, users: readonly string[]): Promise<KeptKey[]> {
  return (
    db
      .selectFrom('idempotency_keys')
      .select(['user_uuid as user', 'key', sql<string>`xmin::text`.as('txid')])
      .where('user_uuid', 'in', users)
      // Rejections are stored too, but have no effect.
      .where('status', '<', 300)
      .execute()
  );
}

/** Returns what these people changed. */
async function keyedEffects(db: Kysely<Tables>, users: readonly string[]): Promise<Effect[]> {
  return db
    .selectFrom('change_log')
    .select([
      sql<string>`xmin::text`.as('txid'),
      'transaction as deal',
      'version',
      'command',
      'actor',
      sql<string>`string_agg("row"::text, ' ')`.as('rows'),
    ])
    .where('actor', 'in', users)
    .groupBy([sql`xmin::text`, 'transaction', 'version', 'command', 'actor'])
    .execute();
}

/**
 * Finds orders below a parent that are not 0, 1, 2, …, and items with two places, in the deals of these
 * people.
 */
async function findTangles(db: Kysely<Tables>, users: readonly string[]): Promise<string[]> {
  const places = await db
    .selectFrom('elements')
    .innerJoin('transactions', 'transactions.uuid', 'elements.transaction')
    .select(['elements.uuid', 'elements.transaction', 'parent_element', 'order', 'item'])
    .where('transactions.created_by', 'in', users)
    .where('elements.deleted_at', 'is', null)
    .orderBy('order')
    .execute();
  const wrong: string[] = [];
  const orders = new Map<string, number[]>();
  const items = new Set<string>();
  for (const { uuid, transaction, parent_element: parent, order, item } of places) {
    const key = `${transaction} ${parent ?? 'top'}`;
    orders.set(key, [...(orders.get(key) ?? []), order]);
    if (item !== null && items.has(item)) wrong.push(`the item ${item} has two places, one is ${uuid}`);
    if (item !== null) items.add(item);
  }
  for (const [key, list] of orders)
    if (list.some((order, index) => order !== index))
      wrong.push(`the orders below ${key} are ${list.join(', ')}`);
  return wrong;
}

/**
 * Returns the edits that neither the server has applied nor the tray contains. They must not be shown as
 * saved.
 */
export async function findUnsaved(
  db: Kysely<Tables>,
  user: string,
  made: readonly OutboxRow[],
  tray: readonly RejectedRow[],
): Promise<string[]> {
  const done = new Set((await keptKeys(db, [user])).map(({ key }) => key));
  const refused = new Set(tray.map((row) => row.id));
  return made.filter(({ id }) => !done.has(id) && !refused.has(id)).map(named);
}
