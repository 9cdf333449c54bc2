import { camelize } from '../db/codec.ts';
import type { RowChange } from '../db/draft.ts';
import type { CursorRow, DealCollection, TransactionRow } from '../db/rows.ts';
import { elementRows, itemRow, putRows } from '../db/wire-rows.ts';
import type { Answer, Pulled, Setback } from './answer.ts';
import { applyChanges } from './apply-changes.ts';
import { applyDeals } from './apply-deals.ts';
import { retry } from './classify.ts';
import { isMadeHere, laneRows } from './lane.ts';
import { keepNewerWork } from './keep-newer-work.ts';
import { assertLeads, nextTick, type Leadership } from './leader.ts';
import type { ApiCall, Transport } from './transport.ts';

/** One part of a list of the server's; asked with the tag of what is held already. */
type ListCall<Rows> = (etag: string | null) => Promise<Answer<Rows>>;

/** Pulls the list of deals and brings the mirror in step with it. */
export async function pullDeals(leadership: Leadership, transport: Transport, lane: string): Promise<Pulled> {
  const { cursor, tick } = await beginPull(leadership, `${lane}/transactions`);
  // Archived deals are a list of their own; without it they would seem to be gone.
  const calls = [undefined, 'true'].map(
    (archived): ListCall<TransactionRow[]> =>
      async (etag) =>
        mapBody(
          await transport.ask((api, with_) => api.transactions.list({ archived }, with_), { etag }),
          (deals) => deals.map((deal) => camelize(deal)),
        ),
  );
  const walked = await walk(calls, cursor?.etags);
  if ('setback' in walked) return { outcome: 'held', setback: walked.setback };
  const { etags } = walked;
  const told = walked.rows && (await withMissing(leadership, transport, walked.rows));
  if (told && 'setback' in told) return { outcome: 'held', setback: told.setback };
  const setback = told && (await keepNewerDeals(leadership, transport, told));
  if (setback) return { outcome: 'held', setback };
  const behind = await applyDeals(leadership, { tick, told, etags });
  return { outcome: 'applied', ...(behind.length > 0 && { behind }) };
}

/** The same as `keepNewerWork`, for deals that are gone from the list, are back in it, or have an earlier version in it. */
async function keepNewerDeals(
  leadership: Leadership,
  transport: Transport,
  told: readonly TransactionRow[],
): Promise<Setback | null> {
  const { db } = leadership;
  const versions = new Map(told.map(({ uuid, version }) => [uuid, version]));
  for (const lane of new Set((await db.sent.orderBy('lane').uniqueKeys()).map(String))) {
    const version = versions.get(lane);
    const shown = await db.transactions.get(lane);
    const isOwed = version === undefined ? shown : !shown || version < shown.version;
    if (!isOwed) continue;
    const setback = await keepNewerWork(leadership, transport, lane);
    if (setback) return setback;
  }
  return null;
}

/**
 * The lists with those deals of this device that neither of them has and that are there all the same: one that was archived
 * or brought back between the two answers is in neither (SPEC: PULL14).
 */
async function withMissing(
  { db }: Leadership,
  transport: Transport,
  rows: readonly TransactionRow[],
): Promise<TransactionRow[] | { setback: Setback }> {
  const listed = new Set(rows.map(({ uuid }) => uuid));
  const told = [...rows];
  const shown = await db.transactions.toCollection().primaryKeys();
  // One that the person is about to leave or to delete is not shown any more.
  const edited = await db.base
    .where('[table+key]')
    .between(['transactions', ''], ['transactions', '\uffff'])
    .toArray();
  for (const id of new Set([...shown, ...edited.flatMap(({ key, row }) => (row ? [key] : []))])) {
    if (listed.has(id) || isMadeHere(await laneRows({ db }, id), id)) continue;
    const answer = await transport.ask((api, with_) => api.transactions.get({ id }, with_));
    if (answer.kind === 'ok') told.push(camelize(answer.body));
    else if (answer.kind === 'not_modified')
      return { setback: retry('A deal was answered as not modified.') };
    else if (answer.kind !== 'rejected') return { setback: answer };
  }
  return told;
}

/**
 * Pulls one collection of a deal completely and brings the mirror in step with it. Pulls of the same collection never
 * overlap; the loop sees to that, the tick in the cursor makes sure.
 */
export async function pullList(
  leadership: Leadership,
  transport: Transport,
  lane: string,
  collection: DealCollection,
): Promise<Pulled> {
  const { cursor, tick } = await beginPull(leadership, `${lane}/${collection}`);
  const known = await versionKnown(leadership, lane);
  const walked = await walk([listCall(transport, lane, collection)], cursor?.etags);
  if ('setback' in walked) return { outcome: 'held', setback: walked.setback };
  const version = collection === 'elements' ? highestVersion(walked.rows, cursor) : known;
  await applyChanges(leadership, {
    lane,
    source: collection,
    tick,
    told: walked.rows ?? [],
    complete: walked.rows !== null,
    reached: { etags: walked.etags, version },
  });
  return { outcome: 'applied' };
}

/** How far the deal is known to be, by its counter: what is asked for from now on is no older. */
async function versionKnown({ db }: Leadership, lane: string): Promise<number> {
  const [deal, elements] = await Promise.all([db.transactions.get(lane), db.cursors.get(`${lane}/elements`)]);
  return Math.max(deal?.version ?? 0, elements?.version ?? 0);
}

/** `rows` null = as they were at `cursor`. */
function highestVersion(rows: readonly RowChange[] | null, cursor: CursorRow | undefined): number {
  if (rows === null) return cursor?.version ?? 0;
  let highest = 0;
  for (const { table, row } of rows)
    if (table === 'elements' && row) highest = Math.max(highest, row.version);
  return highest;
}

/** Asks for all parts; `rows` null = none of them has changed. */
async function walk<Row>(
  calls: readonly ListCall<Row[]>[],
  known: readonly (string | null)[] = [],
): Promise<{ rows: Row[] | null; etags: (string | null)[] } | { setback: Setback }> {
  let answers = await Promise.all(calls.map(async (call, index) => call(known[index] ?? null)));
  if (answers.some((answer) => answer.kind === 'ok')) {
    // One part changed and another not: the walk must be whole, so the other is asked for again without its tag.
    answers = await Promise.all(
      calls.map(async (call, index) => {
        const answer = answers[index];
        return !answer || answer.kind === 'not_modified' ? call(null) : answer;
      }),
    );
  }
  const rows: Row[] = [];
  for (const answer of answers) {
    if (answer.kind === 'ok') rows.push(...answer.body);
    else if (answer.kind !== 'not_modified') return { setback: answer };
  }
  if (!answers.some((answer) => answer.kind === 'ok')) return { rows: null, etags: [...known] };
  return { rows, etags: answers.map((answer) => (answer.kind === 'ok' ? answer.etag : null)) };
}

/** The tick of asking: acknowledgements before it are in what comes, those after it may not be. */
export async function beginPull(
  leadership: Leadership,
  key: string,
): Promise<{ cursor: CursorRow | undefined; tick: number }> {
  const { db } = leadership;
  return db.transaction('rw', [db.meta, db.cursors], async () => {
    await assertLeads(leadership);
    return { cursor: await db.cursors.get(key), tick: await nextTick(db) };
  });
}

function listCall(transport: Transport, lane: string, collection: DealCollection): ListCall<RowChange[]> {
  const input = { transaction: lane };
  const list =
    <Wire>(ask: ApiCall<Wire>, told: (wire: Wire) => RowChange[]): ListCall<RowChange[]> =>
    async (etag) =>
      mapBody(await transport.ask(ask, { etag }), told);
  switch (collection) {
    case 'elements':
      return list(
        (api, with_) => api.elements.list(input, with_),
        (wire) => {
          const { elements, lists } = elementRows(lane, wire);
          return [
            ...putRows('elements', elements),
            ...lists.map((row): RowChange => ({ table: 'childLists', key: row.key, row })),
          ];
        },
      );
    case 'items':
      return list(
        (api, with_) => api.items.list(input, with_),
        (wire) => putRows('items', wire.map(itemRow)),
      );
    case 'documents':
      return list(
        (api, with_) => api.documents.list({ ...input, include_thumbnails: 'true' }, with_),
        (wire) => putRows('documents', camelize(wire)),
      );
    case 'tasks':
      return list(
        (api, with_) => api.tasks.list(input, with_),
        (wire) => putRows('tasks', camelize(wire)),
      );
    case 'notes':
      return list(
        (api, with_) => api.notes.list(input, with_),
        (wire) => putRows('notes', camelize(wire)),
      );
    case 'customKeys':
      return list(
        (api, with_) => api.customKeys.list(input, with_),
        (wire) => putRows('customKeys', camelize(wire)),
      );
  }
}

function mapBody<From, To>(answer: Answer<From>, map: (body: From) => To): Answer<To> {
  return answer.kind === 'ok' ? { ...answer, body: map(answer.body) } : answer;
}
