import { camelize } from '../../db/codec.ts';
import type { RowChange } from '../../db/outbox/draft.ts';
import type { CursorRow, DealCollection } from '../../db/rows.ts';
import { elementRows, itemRow, putRows } from '../../db/wire-rows.ts';
import type { Answer, Pulled } from '../push/answer.ts';
import { applyChanges } from './apply-changes.ts';
import { beginPull } from './begin-pull.ts';
import type { Leadership } from '../engine/leader.ts';
import type { ApiCall, Transport } from '../transport/transport.ts';

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
  collection: DealCollection,
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
