import type { CollectionName, WireRow } from '../../contract/collections/deal-collections.ts';
import type { Element } from '../../contract/entities/element.ts';
import type { RowChange } from '../../db/outbox/draft.ts';
import type { CursorRow } from '../../db/rows.ts';
import { elementRows, putRows } from '../../db/wire-rows.ts';
import type { Answer, Pulled } from '../push/answer.ts';
import { applyChanges } from './apply-changes.ts';
import { beginPull } from './begin-pull.ts';
import type { Leadership } from '../engine/leader.ts';
import type { Api, ApiCall, Transport } from '../transport/transport.ts';

/** A list of the server's; asked with the tag of what is held already. */
type ListCall<Rows> = (etag: string | null) => Promise<Answer<Rows>>;

/**
 * Pulls one collection of a deal completely and brings the mirror in step with it. Pulls of the same collection never
 * overlap; the loop sees to that, the tick in the cursor makes sure.
 */
export async function pullList(
  leadership: Leadership,
  transport: Transport,
  lane: string,
  collection: CollectionName,
): Promise<Pulled> {
  const { cursor, tick } = await beginPull(leadership, `${lane}/${collection}`);
  const known = await versionKnown(leadership, lane);
  const answer = await listCall(transport, lane, collection)(cursor?.etags?.[0] ?? null);
  if (answer.kind !== 'ok' && answer.kind !== 'not_modified') return { outcome: 'held', setback: answer };
  const rows = answer.kind === 'ok' ? answer.body : null;
  const etags = answer.kind === 'ok' ? [answer.etag] : (cursor?.etags ?? []);
  const version = collection === 'elements' ? highestVersion(rows, cursor) : known;
  await applyChanges(leadership, {
    lane,
    source: collection,
    tick,
    told: rows ?? [],
    complete: rows !== null,
    reached: { etags, version },
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

function listCall(transport: Transport, lane: string, collection: CollectionName): ListCall<RowChange[]> {
  const ask = async <Wire>(call: ApiCall<Wire>, rowsOf: (wire: Wire) => RowChange[], etag: string | null) => {
    const answer = await transport.ask(call, { etag });
    return answer.kind === 'ok' ? { ...answer, body: rowsOf(answer.body) } : answer;
  };
  const input = { transaction: lane, ...(collection === 'documents' && { include_thumbnails: 'true' }) };
  if (collection === 'elements')
    return async (etag) =>
      ask(
        (api, with_) => api.elements.list(input, with_),
        (wire) => checklistRows(lane, wire),
        etag,
      );
  const list = async (
    api: Api,
    options: Parameters<ApiCall<unknown>>[1],
  ): Promise<WireRow<CollectionName>[]> => api[collection].list(input, options);
  return async (etag) => ask(list, (wire) => putRows(collection, wire), etag);
}

/** Elements, and the child lists that say where they are. */
function checklistRows(lane: string, wire: readonly Element[]): RowChange[] {
  const { elements, lists } = elementRows(lane, wire);
  return [
    ...elements.map((row): RowChange => ({ table: 'elements', key: row.uuid, row })),
    ...lists.map((row): RowChange => ({ table: 'childLists', key: row.key, row })),
  ];
}
