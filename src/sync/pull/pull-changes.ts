import { COLLECTION_NAMES, DEAL_COLLECTIONS } from '../../contract/collections/deal-collections.ts';
import type { Changes } from '../../contract/entities/transactions/changes.ts';
import { listKey, TOP } from '../../contract/rules/checklist/child-lists.ts';
import {
  dealChecksum,
  type DealContent,
  type Versioned,
} from '../../contract/rules/transactions/deal-checksum.ts';
import { camelize } from '../../db/codec.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { childListKey, type RowChange } from '../../db/outbox/draft.ts';
import { mirroredTables } from '../../db/outbox/fold.ts';
import { RowMap, type MirrorKey } from '../../db/outbox/row-map.ts';
import { HEALED_KEY, type CursorRow, type MirrorRows, type MirrorTable } from '../../db/rows.ts';
import { deleteRows, putRows } from '../../db/wire-rows.ts';
import type { Answer, Pulled } from '../push/answer.ts';
import { applyChanges } from './apply-changes.ts';
import { assertLeads, type Leadership } from '../engine/leader.ts';
import { retry } from '../push/classify.ts';
import { beginPull } from './begin-pull.ts';
import { hasLateAcknowledgements, keepNewerWork } from './keep-newer-work.ts';
import type { Transport } from '../transport/transport.ts';

/**
 * Pulls what changed in a deal since the cursor, or everything without a cursor or if the server cannot continue from it (SPEC:
 * FEED). With `check` the server sends the deal's checksum; if it differs, the cursor becomes invalid.
 */
export async function pullChanges(
  leadership: Leadership,
  transport: Transport,
  lane: string,
  { check }: { check: boolean },
): Promise<Pulled> {
  const { cursor, tick } = await beginPull(leadership, `${lane}/changes`);
  const answer = await askFrom(transport, lane, check, cursor);
  if (answer.kind === 'not_modified') {
    return { outcome: 'held', setback: retry('The server’s response was unexpected.') };
  }
  if (answer.kind === 'rejected' && answer.code === 'cursor_too_old' && cursor) {
    await dropPlace(leadership, lane);
    return { outcome: 'again' };
  }
  if (answer.kind !== 'ok') return { outcome: 'held', setback: answer };
  const { body } = answer;
  if (body.complete || (await hasLateAcknowledgements(leadership, lane))) {
    const setback = await keepNewerWork(leadership, transport, lane);
    if (setback) return { outcome: 'held', setback };
  }
  await applyChanges(leadership, {
    lane,
    tick,
    received: rowChanges(lane, body),
    complete: body.complete,
    reached: { epoch: body.epoch, version: body.version },
  });
  if (body.checksum === null || (await addsUp(leadership, lane, body))) return { outcome: 'applied' };
  await countHealed(leadership);
  if (body.complete) {
    // Pulling it in full once more would not help, because one of the two checksums is computed incorrectly.
    console.error('A completely loaded transaction doesn’t match the server.', lane);
    return { outcome: 'applied' };
  }
  await dropPlace(leadership, lane);
  return { outcome: 'again' };
}

async function askFrom(
  transport: Transport,
  lane: string,
  check: boolean,
  cursor: CursorRow | undefined,
): Promise<Answer<Changes>> {
  const from =
    cursor?.version === undefined ? {} : { since: String(cursor.version), epoch: cursor.epoch ?? '' };
  const checksum = check ? 'true' : undefined;
  return transport.ask((api, with_) => api.transactions.changes({ id: lane, ...from, checksum }, with_));
}

function rowChanges(lane: string, { transaction, puts, deletes, lists }: Changes): RowChange[] {
  return [
    ...(transaction ? [{ table: 'transactions' as const, key: lane, row: camelize(transaction) }] : []),
    ...DEAL_COLLECTIONS.flatMap(({ name, wire }) => putRows(name, puts[wire])),
    ...DEAL_COLLECTIONS.flatMap(({ name, wire }) => deleteRows(name, deletes[wire])),
    ...lists.map(({ parent, children }) => listTold(lane, listKey(parent), children)),
  ];
}

/**
 * Returns the row of a list. A list without children is absent, except for the top level's, whose presence shows that the
 * deal has been pulled.
 */
function listTold(transaction: string, parent: string, children: string[]): RowChange {
  const key = childListKey(transaction, parent);
  const stands = children.length > 0 || parent === TOP;
  return { table: 'childLists', key, row: stands ? { key, transaction, parent, children } : null };
}

/**
 * Makes the next pull, by any leader, request the whole deal. The cursor stays, because it means that the deal is on the
 * device.
 */
async function dropPlace(leadership: Leadership, lane: string): Promise<void> {
  const { db } = leadership;
  await db.transaction('rw', db.meta, db.cursors, async () => {
    await assertLeads(leadership);
    await db.cursors.update(`${lane}/changes`, { version: undefined, epoch: undefined });
  });
}

async function countHealed(leadership: Leadership): Promise<void> {
  const { db } = leadership;
  await db.transaction('rw', db.meta, async () => {
    await assertLeads(leadership);
    const value = (await db.meta.get(HEALED_KEY))?.value;
    await db.meta.put({ key: HEALED_KEY, value: (typeof value === 'number' ? value : 0) + 1 });
  });
}

/**
 * Returns whether the server's rows of the deal on this device match the server's. If another response was applied in the
 * meantime, there is nothing to compare.
 */
async function addsUp(
  { db }: Leadership,
  lane: string,
  { epoch, version, checksum }: Changes,
): Promise<boolean> {
  return db.transaction('r', [...mirroredTables(db), db.base, db.cursors], async () => {
    const cursor = await db.cursors.get(`${lane}/changes`);
    if (cursor?.version !== version || cursor.epoch !== epoch) return true;
    return checksum === dealChecksum(await toldContent(db, lane));
  });
}

/** Returns the content of a deal as the server last sent it, without the edits that it lacks. */
async function toldContent(db: MirrorDatabase, lane: string): Promise<DealContent> {
  const base = await db.base.where({ lane }).toArray();
  const edited = RowMap.of<MirrorKey>(base);
  const told = async <Name extends MirrorTable>(table: Name, keyOf: (row: MirrorRows[Name]) => string) => {
    const shown = await db.table<MirrorRows[Name], string>(table).where({ transaction: lane }).toArray();
    return shown.filter((row) => !edited.has({ table, key: keyOf(row) }));
  };
  const rows: Record<string, Versioned[]> = {};
  for (const table of COLLECTION_NAMES) rows[table] = await told(table, ({ uuid }) => uuid);
  const lists = await told('childLists', ({ key }) => key);
  for (const { table, row } of base) {
    if (!row) continue;
    if (table === 'childLists') lists.push(row);
    else rows[table]?.push(row);
  }
  return { rows, lists: lists.map(({ parent, children }) => [parent, children]) };
}
