import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEALS_A_PAGE_MAX } from '../../../src/contract/endpoints/transactions.ts';
import { CONTRACT_VERSION } from '../../../src/contract/version.ts';
import { presentTransaction } from '../../present/present-transaction.ts';
import type { Services } from '../../services.ts';
import { noteAccess } from '../../store/audit/access-log.ts';
import {
  dealListStamp,
  listDeals,
  type DealListPart,
  type DealListRow,
} from '../../store/deals/deal-list.ts';
import { invitationsTo } from '../../store/account/invitations.ts';
import { participantsOf } from '../../store/deals/participants.ts';
import type { Tx } from '../../store/tables.ts';
import { signedInUser } from '../call.ts';
import { namesEtag } from '../etags.ts';
import { ReadyJson } from '../ready-json.ts';
import type { RequestContext } from '../request-context.ts';

/** Deals that are read and presented in one turn of the event loop. */
const DEALS_AT_ONCE = 100;

/** Goes up when the list shows something that `dealListStamp` does not look at, or shows the same in another way. */
const LIST_FORM = 3;

type Asked = { archived?: boolean | undefined; limit?: number | undefined; after?: string | undefined };

/**
 * Answers with the user's deals: without `limit` and `after` all of them, the newest first; with one of these a page, the oldest first, so
 * that a new deal changes only the last page. The tag is found before anything else is read: a list that the reader has costs one
 * statement. Written piece by piece, since thousands of deals would block the event loop for seconds.
 * @throws {ReadyJson} always: the answer
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
      const stamp = await dealListStamp(tx, user, part, services.now());
      const about = [CONTRACT_VERSION, LIST_FORM, services.settings.publicUrl, user.uuid, asked, stamp];
      const tag = tagOf(JSON.stringify(about));
      if (namesEtag(context.ifNoneMatch, tag)) return { etag: tag, pieces: null, rows: [] };
      return { etag: tag, ...(await writeList(services, tx, user, part)) };
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

type Noted = Pick<DealListRow, 'uuid' | 'organization' | 'noted_as'>;

/** The JSON text of a part of the list in pieces, and whose looks are to be recorded. */
async function writeList(
  services: Services,
  tx: Tx,
  user: Parameters<typeof listDeals>[1],
  part: DealListPart,
): Promise<{ pieces: string[]; rows: Noted[] }> {
  const asOf = { publicUrl: services.settings.publicUrl, now: services.now() };
  const pieces: string[] = [];
  const listed: Noted[] = [];
  let { after } = part;
  for (;;) {
    const limit = Math.min(DEALS_AT_ONCE, (part.limit ?? Infinity) - listed.length);
    const rows = limit === 0 ? [] : await listDeals(tx, user, { ...part, after, limit });
    const deals = rows.map((row) => row.uuid);
    const participants = await participantsOf(tx, deals);
    const invitations = await invitationsTo(tx, deals);
    const texts = rows.map((row) => {
      const people = {
        participants: participants.get(row.uuid) ?? [],
        invitations: invitations.get(row.uuid) ?? [],
      };
      return JSON.stringify(presentTransaction(row, people, asOf));
    });
    pieces.push(`${listed.length === 0 ? '[' : texts.length > 0 ? ',' : ''}${texts.join(',')}`);
    listed.push(...rows.map(({ uuid, organization, noted_as }) => ({ uuid, organization, noted_as })));
    after = rows.at(-1) ?? null;
    if (rows.length < DEALS_AT_ONCE) return { pieces: [...pieces, ']'], rows: listed };
    await nextTurn();
  }
}

function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}
