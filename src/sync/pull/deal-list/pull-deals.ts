import { camelize } from '../../../db/codec.ts';
import { deleteTransactionDefinition } from '../../../db/commands/transactions/delete-transaction.ts';
import type { DealPage, TransactionRow } from '../../../db/rows.ts';
import type { Pulled, Setback } from '../../push/answer.ts';
import { applyDeals } from './apply-deals.ts';
import { beginPull } from '../begin-pull.ts';
import { retry } from '../../push/classify.ts';
import { isIn, pageOf, placeOf, receivedRows, wholeList } from './deal-pages.ts';
import { keepNewerWork } from '../keep-newer-work.ts';
import { isMadeHere, laneRows } from '../../push/lane.ts';
import type { Leadership } from '../../engine/leader.ts';
import type { Transport } from '../../transport/transport.ts';

/** The number of deals that are requested at once. Of thousands, only the changed pages are sent again. */
export const DEALS_A_PAGE = 500;

/** A page as it was just sent; `rows` null = it is unchanged. */
type PulledPage = { page: DealPage; rows: TransactionRow[] | null };

/** Pulls the deal list and updates the mirror. */
export async function pullDeals(leadership: Leadership, transport: Transport, lane: string): Promise<Pulled> {
  const { cursor, tick } = await beginPull(leadership, `${lane}/transactions`);
  const known = cursor?.pages ?? [];
  // Archived deals are in a separate list. Without it, they would seem to be gone.
  const walks = await Promise.all([walkPages(transport, known, false), walkPages(transport, known, true)]);
  const pulled: PulledPage[] = [];
  for (const walked of walks) {
    if ('setback' in walked) return { outcome: 'held', setback: walked.setback };
    pulled.push(...walked);
  }
  const pages = pulled.map(({ page }) => page);
  const unchanged = pulled.flatMap(({ page, rows }) => (rows ? [] : [page]));
  const changed = pulled.flatMap(({ rows }) => rows ?? []);
  const isChanged = unchanged.length < pages.length || known.length !== pages.length;
  const told = isChanged ? await withMissing(leadership, transport, changed, unchanged) : null;
  if (told && 'setback' in told) return { outcome: 'held', setback: told.setback };
  const setback =
    told && (await keepNewerDeals(leadership, transport, await wholeList(leadership.db, told, unchanged)));
  if (setback) return { outcome: 'held', setback };
  const behind = await applyDeals(leadership, { tick, told, pages, unchanged });
  return { outcome: 'applied', ...(behind.length > 0 && { behind }) };
}

/** Like `keepNewerWork`, for deals that are gone from the list, are back in it, or have an earlier version in it. */
async function keepNewerDeals(
  leadership: Leadership,
  transport: Transport,
  told: ReadonlyMap<string, TransactionRow>,
): Promise<Setback | null> {
  const { db } = leadership;
  // A deal that the user is about to leave or delete is no longer shown, but until the server has done it, it is still
  // theirs.
  const received = await receivedRows(db);
  for (const lane of new Set((await db.sent.orderBy('lane').uniqueKeys()).map(String))) {
    const row = told.get(lane);
    const shown = await db.transactions.get(lane);
    const isOwed =
      row === undefined
        ? received.has(lane) && !(await hasDeleted(leadership, lane))
        : // An outline doesn't contain the deal's progress.
          !row.restricted && (!shown || row.version < shown.version);
    if (!isOwed) continue;
    const setback = await keepNewerWork(leadership, transport, lane);
    if (setback) return setback;
  }
  return null;
}

/** Returns whether the server has deleted the deal for the user, so that its lost edits need not be reported. */
async function hasDeleted({ db }: Leadership, lane: string): Promise<boolean> {
  const { name: deletion } = deleteTransactionDefinition;
  return (await laneRows({ db }, lane)).some(({ state, name }) => state === 'acked' && name === deletion);
}

/** Requests all pages of one of the two lists, starting with the oldest deal, so that a new deal changes only the last page. */
async function walkPages(
  transport: Transport,
  known: readonly DealPage[],
  archived: boolean,
): Promise<PulledPage[] | { setback: Setback }> {
  const pulled: PulledPage[] = [];
  for (let after: string | null = null; ;) {
    const held = known.find((page) => page.archived === archived && page.after === after);
    const input = {
      limit: DEALS_A_PAGE,
      ...(archived && { archived: 'true' }),
      ...(after !== null && { after }),
    };
    const answer = await transport.ask((api, with_) => api.transactions.list(input, with_), {
      etag: held?.etag ?? null,
    });
    if (answer.kind === 'ok') {
      const rows = answer.body.map((deal) => camelize(deal));
      const isFull = rows.length === DEALS_A_PAGE;
      pulled.push({ page: pageOf({ archived, after, etag: answer.etag, isFull }, rows), rows });
    } else if (answer.kind !== 'not_modified') return { setback: answer };
    else if (held) pulled.push({ page: held, rows: null });
    else return { setback: retry('The server’s response was unexpected.') };
    const last: DealPage | undefined = pulled.at(-1)?.page;
    // A page that doesn't advance is the last one, whatever the server says.
    if (!last?.isFull || last.last === null || (after !== null && last.last <= after)) return pulled;
    after = last.last;
  }
}

/**
 * Returns the received deals, and those that are missing from both lists but still exist: a deal that was archived or restored
 * between the two responses is in neither list (SPEC: PULL14).
 */
async function withMissing(
  { db }: Leadership,
  transport: Transport,
  rows: readonly TransactionRow[],
  unchanged: readonly DealPage[],
): Promise<TransactionRow[] | { setback: Setback }> {
  const listed = new Set(rows.map(({ uuid }) => uuid));
  const told = [...rows];
  // A deal that the user is about to leave or delete is no longer shown.
  for (const [id, row] of await receivedRows(db)) {
    if (
      listed.has(id) ||
      unchanged.some((page) => page.archived === row.archived && isIn(page, placeOf(row)))
    )
      continue;
    if (isMadeHere(await laneRows({ db }, id), id)) continue;
    const answer = await transport.ask((api, with_) => api.transactions.get({ id }, with_));
    if (answer.kind === 'ok') told.push(camelize(answer.body));
    else if (answer.kind === 'not_modified')
      return { setback: retry('The server’s response was unexpected.') };
    else if (answer.kind !== 'rejected') return { setback: answer };
  }
  return told;
}
