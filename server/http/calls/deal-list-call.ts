import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEALS_A_PAGE_MAX } from '../../../src/contract/endpoints/transactions/transactions.ts';
import { CONTRACT_VERSION } from '../../../src/contract/version.ts';
import { presentTransaction } from '../../present/present-transaction.ts';
import type { Services } from '../../services.ts';
import { noteAccess } from '../../store/audit/access-log.ts';
import {
  listDeals,
  readListedDeals,
  stampOfLists,
  type DealListPart,
  type ListedDeal,
} from '../../store/deals/deal-list.ts';
import { invitationsTo } from '../../store/account/invitations.ts';
import { participantsOf } from '../../store/deals/participants.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import type { Tx } from '../../store/tables.ts';
import { signedInUser } from '../call.ts';
import { etagOf, namesEtag } from '../etags.ts';
import { ReadyJson } from '../ready-json.ts';
import type { RequestContext } from '../request-context.ts';

/** The number of deals that are read and presented in one turn of the event loop. */
const DEALS_AT_ONCE = 100;

/**
 * Increase this when the list shows something that neither `stampOfLists` nor the stamp of a deal covers, or shows the same
 * data differently.
 */
const LIST_FORM = 3;

type Asked = { archived?: boolean | undefined; limit?: number | undefined; after?: string | undefined };

/**
 * Returns the user's deals: without `limit` and `after` all of them, newest first; with one of these a page, oldest first, so
 * that a new deal changes only the last page. The tag is computed from the deals' stamps before their content is read. The response is written piece by piece, because thousands of deals would block the event loop for seconds.
 * @throws {ReadyJson} always: the response
 */
export async function answerDealList(context: RequestContext, asked: Asked): Promise<never> {
  const { services } = context;
  const user = signedInUser(context);
  const part = partOf(asked);
  const { etag, pieces, rows } = await services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const shared = await stampOfLists(tx, services.now());
      const listed = await listDeals(tx, user, part);
      const about = [CONTRACT_VERSION, LIST_FORM, services.settings.publicUrl, user.uuid, asked, shared];
      const tag = etagOf(JSON.stringify([about, listed, dayOfViews(listed, services.now())]));
      if (namesEtag(context.ifNoneMatch, tag)) return { etag: tag, pieces: null, rows: [] };
      const pieces = await writeList({ services, tx, user, archived: part.archived, shared }, listed);
      return { etag: tag, pieces, rows: listed };
    });
  await noteAccess(
    services.db,
    rows.flatMap(({ uuid, organization, noted_as: acting_as }) =>
      acting_as === null
        ? []
        : [{ organization, transaction: uuid, user_uuid: user.uuid, acting_as, act: 'listed' as const }],
    ),
    services.now(),
  );
  throw new ReadyJson(etag, pieces);
}

function partOf({ archived = false, limit, after }: Asked): DealListPart {
  if (limit === undefined && after === undefined)
    return { archived, order: 'newest first', after: null, limit: null };
  const [created_at, uuid] = after?.split('_') ?? [];
  return {
    archived,
    order: 'oldest first',
    after: created_at && uuid ? { created_at: new Date(created_at), uuid } : null,
    limit: limit ?? DEALS_A_PAGE_MAX,
  };
}

/**
 * Returns the day for the list's tag if its views are recorded: the tag must change each day, because the first view of a
 * day is recorded with the response.
 */
function dayOfViews(listed: readonly ListedDeal[], now: Date): string | null {
  return listed.some(({ noted_as }) => noted_as !== null) ? now.toISOString().slice(0, 10) : null;
}

/** The readers of a list, and the result of `stampOfLists`. */
type Reader = { services: Services; tx: Tx; user: SignedInUser; archived: boolean; shared: string };

/**
 * Returns the JSON text of these deals in pieces. The text of a deal that no one has changed since any
 * reader with the same rights saw it comes from `services.dealTexts`.
 */
async function writeList(
  { services, tx, user, archived, shared }: Reader,
  listed: readonly ListedDeal[],
): Promise<string[]> {
  const pieces: string[] = [];
  for (let at = 0; at < listed.length; at += DEALS_AT_ONCE) {
    if (at > 0) await nextTurn();
    const texts = await textsOf(services, tx, user, listed.slice(at, at + DEALS_AT_ONCE), (deal) =>
      JSON.stringify([deal.uuid, archived, deal.stamp, shared]),
    );
    pieces.push(`${at === 0 ? '[' : ','}${texts.join(',')}`);
  }
  return pieces.length === 0 ? ['[]'] : [...pieces, ']'];
}

/** Returns the JSON texts of these deals in order. `keyOf` identifies a deal's state as these readers see it. */
async function textsOf(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  deals: readonly ListedDeal[],
  keyOf: (deal: ListedDeal) => string,
): Promise<string[]> {
  const texts = new Map(deals.map((deal) => [deal.uuid, services.dealTexts.get(keyOf(deal))]));
  const unknown = deals.filter(({ uuid }) => texts.get(uuid) === undefined);
  if (unknown.length > 0) {
    const uuids = unknown.map(({ uuid }) => uuid);
    const rows = new Map((await readListedDeals(tx, user, uuids)).map((row) => [row.uuid, row]));
    const participants = await participantsOf(tx, uuids);
    const invitations = await invitationsTo(tx, uuids);
    const asOf = { publicUrl: services.settings.publicUrl, now: services.now() };
    for (const deal of unknown) {
      const row = rows.get(deal.uuid);
      if (!row) continue;
      const people = {
        participants: participants.get(deal.uuid) ?? [],
        invitations: invitations.get(deal.uuid) ?? [],
      };
      const text = JSON.stringify(presentTransaction(row, people, asOf));
      services.dealTexts.set(keyOf(deal), text);
      texts.set(deal.uuid, text);
    }
  }
  return [...texts.values()].filter((text) => text !== undefined);
}
