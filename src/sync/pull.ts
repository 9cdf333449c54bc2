import { camelize } from '../db/codec.ts';
import type { Collection, CursorRow } from '../db/rows.ts';
import { elementRows, itemRows } from '../db/wire-rows.ts';
import type { Answer, Setback } from './answer.ts';
import { applyDealCollection, applyDeals, type Told } from './apply-pull.ts';
import { assertLeads, nextTick, type Leadership } from './leader.ts';
import type { Transport } from './transport.ts';

export type Pulled = { outcome: 'applied' } | { outcome: 'held'; setback: Setback };

/** A list of the server's, as rows of the mirror's tables. */
interface ListCall {
  ask(etag: string | null): Promise<Answer<Told[]>>;
}

/**
 * Pulls one collection of a deal, or the list of deals, completely, and brings the mirror in step with it. Pulls of the
 * same collection never overlap; the loop sees to that, the tick in the cursor makes sure.
 */
export async function pullCollection(
  leadership: Leadership,
  transport: Transport,
  lane: string,
  collection: Collection,
): Promise<Pulled> {
  const { cursor, tick } = await beginPull(leadership, lane, collection);
  const calls = listCalls(transport, lane, collection);
  let answers = await Promise.all(calls.map((call, index) => call.ask(cursor?.etags[index] ?? null)));
  if (answers.some((answer) => answer.kind === 'ok')) {
    // One part changed and another not: the walk must be whole, so the other is asked for again without its tag.
    answers = await Promise.all(
      calls.map(async (call, index) => {
        const answer = answers[index];
        return !answer || answer.kind === 'not_modified' ? call.ask(null) : answer;
      }),
    );
  }
  const told: Told[] = [];
  for (const answer of answers) {
    if (answer.kind === 'ok') told.push(...answer.body);
    else if (answer.kind !== 'not_modified') return { outcome: 'held', setback: answer };
  }
  const changed = answers.some((answer) => answer.kind === 'ok');
  const etags = answers.map((answer) => (answer.kind === 'ok' ? answer.etag : null));
  const step = {
    lane,
    collection,
    tick,
    told: changed ? told : null,
    etags: changed ? etags : (cursor?.etags ?? []),
  };
  if (collection === 'transactions') await applyDeals(leadership, step);
  else await applyDealCollection(leadership, { ...step, collection });
  return { outcome: 'applied' };
}

/** The tick of asking: acknowledgements before it are in what comes, those after it may not be. */
async function beginPull(
  leadership: Leadership,
  lane: string,
  collection: Collection,
): Promise<{ cursor: CursorRow | undefined; tick: number }> {
  const { db } = leadership;
  return db.transaction('rw', [db.meta, db.cursors], async () => {
    await assertLeads(leadership);
    return { cursor: await db.cursors.get(`${lane}/${collection}`), tick: await nextTick(db) };
  });
}

function listCalls(transport: Transport, lane: string, collection: Collection): ListCall[] {
  switch (collection) {
    case 'transactions':
      // Archived deals are a list of their own; without it they would seem to be gone.
      return [undefined, 'true'].map((archived) => ({
        ask: async (etag) =>
          mapBody(
            await transport.ask((api, with_) => api.transactions.list({ archived }, with_), { etag }),
            (deals) =>
              deals.map((deal): Told => ({ table: 'transactions', key: deal.uuid, row: camelize(deal) })),
          ),
      }));
    case 'elements':
      return [
        {
          ask: async (etag) =>
            mapBody(
              await transport.ask((api, with_) => api.elements.list({ transaction: lane }, with_), { etag }),
              (wire) => {
                const { elements, lists } = elementRows(lane, wire);
                return [
                  ...elements.map((row): Told => ({ table: 'elements', key: row.uuid, row })),
                  ...lists.map((row): Told => ({ table: 'childLists', key: row.key, row })),
                ];
              },
            ),
        },
      ];
    case 'items':
      return [
        {
          ask: async (etag) =>
            mapBody(
              await transport.ask((api, with_) => api.items.list({ transaction: lane }, with_), { etag }),
              (wire) => itemRows(wire).map((row): Told => ({ table: 'items', key: row.uuid, row })),
            ),
        },
      ];
    case 'documents':
      return [
        {
          ask: async (etag) =>
            mapBody(
              await transport.ask(
                (api, with_) => api.documents.list({ transaction: lane, include_thumbnails: 'true' }, with_),
                { etag },
              ),
              (wire) =>
                wire.map((document): Told => ({
                  table: 'documents',
                  key: document.uuid,
                  row: camelize(document),
                })),
            ),
        },
      ];
  }
}

function mapBody<From, To>(answer: Answer<From>, map: (body: From) => To): Answer<To> {
  return answer.kind === 'ok' ? { ...answer, body: map(answer.body) } : answer;
}
