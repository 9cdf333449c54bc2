import { sql } from 'kysely';
import type { NotificationType } from '../../../store/account/account-tables.ts';
import { addNotifications } from '../../../store/account/notifications.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import { inWords } from '../../../../src/contract/rules/signing/signatories/names-in-words.ts';

/** Events within this time share one notification, which becomes unread again with each event. */
const BUNDLE_MS = 5 * 60_000;

const LIST = new Intl.ListFormat('en');

/** What a signatory did, from the most to the least important event. */
const KINDS = ['declined', 'completed', 'signed', 'uploaded', 'viewed'] as const;
type Kind = (typeof KINDS)[number];

interface Progress {
  kind: Kind;
  name: string;
  /** The number of signed pages. */
  pages: number;
}

const FACTS: Readonly<
  Record<
    Kind,
    {
      level: 'info' | 'success' | 'warning';
      type: NotificationType;
      one: (pages: number) => string;
      many: string;
    }
  >
> = {
  declined: {
    level: 'warning',
    type: 'packet_declined',
    one: () => 'declined to sign',
    many: 'declined to sign',
  },
  completed: {
    level: 'success',
    type: 'packet_completed',
    one: () => 'signed all pages',
    many: 'signed all pages',
  },
  signed: {
    level: 'info',
    type: 'packet_signed',
    one: (pages) => (pages === 1 ? 'signed one page' : `signed ${pages} pages`),
    many: 'signed some of their pages',
  },
  uploaded: {
    level: 'info',
    type: 'packet_signed',
    one: () => 'sent back signed pages',
    many: 'sent back signed pages',
  },
  viewed: {
    level: 'info',
    type: 'packet_viewed',
    one: () => 'opened the packet',
    many: 'opened their packets',
  },
};

/** Notifies the interested participants of what a signatory has just done: viewed, signed or declined. The event is in the evidence. */
export async function notifyOfProgress(scope: DealWrite): Promise<void> {
  const { tx, deal, now } = scope;
  const people = await tx
    .selectFrom('participants')
    .select('user_uuid')
    .where('transaction', '=', deal.uuid)
    .where('deleted', '=', false)
    .where('send_esigning_notifications', '=', true)
    .execute();
  if (people.length === 0) return;
  const open = await openNotices(
    scope,
    people.map(({ user_uuid }) => user_uuid),
  );
  // People who were notified at the same time get the same text.
  for (const [since, notices] of Map.groupBy(open, ({ created_at }) => created_at.getTime())) {
    const uuids = notices.map(({ uuid }) => uuid);
    await tx
      .updateTable('notifications')
      .set({ ...(await noticeOf(scope, new Date(since))), read: false, cleared: false, modified_at: now })
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
      .execute();
  }
  const notified = new Set(open.map(({ user_uuid }) => user_uuid));
  const others = people.filter(({ user_uuid }) => !notified.has(user_uuid));
  if (others.length === 0) return;
  const notice = { ...(await noticeOf(scope, now)), transaction: deal.uuid, document: null };
  await addNotifications(
    tx,
    others.map(({ user_uuid }) => ({ ...notice, user_uuid })),
    now,
  );
}

/** Returns these users' newest notifications of what signatories of the deal did in the last minutes. */
async function openNotices({ tx, deal, now }: DealWrite, users: readonly string[]) {
  const rows = await tx
    .selectFrom('notifications')
    .select(['uuid', 'user_uuid', 'created_at'])
    .where(sql<boolean>`user_uuid = any(${users}::uuid[])`)
    .where('transaction', '=', deal.uuid)
    .where(
      'notification_type',
      'in',
      KINDS.map((kind) => FACTS[kind].type),
    )
    .where('created_at', '>', new Date(now.getTime() - BUNDLE_MS))
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .forUpdate()
    .execute();
  return [...Map.groupBy(rows, ({ user_uuid }) => user_uuid).values()].flatMap(([newest]) => newest ?? []);
}

/** Describes what signatories did since a time, with the most important first. */
async function noticeOf(scope: DealWrite, since: Date) {
  const progress = await progressSince(scope, since);
  const parts = KINDS.flatMap((kind) => {
    const own = progress.filter((each) => each.kind === kind);
    const [first] = own;
    if (!first) return [];
    const { one, many } = FACTS[kind];
    return own.length === 1
      ? `${first.name} ${one(first.pages)}`
      : `${inWords(own.map(({ name }) => name))} ${many}`;
  });
  const most = KINDS.find((kind) => progress.some((each) => each.kind === kind)) ?? 'viewed';
  const { level, type } = FACTS[most];
  const { name } = scope.deal;
  const title =
    parts.length === 1 ? `${parts.join()} for “${name}”.` : `In “${name}”, ${LIST.format(parts)}.`;
  return { level, notification_type: type, title };
}

/** Returns each signatory's latest event, in the order of their first events. */
async function progressSince({ tx, deal }: DealWrite, since: Date): Promise<Progress[]> {
  const { rows } = await sql<{ name: string; kinds: string[]; pages: number }>`
    select signatories.full_name as name, array_agg(event.kind) as kinds,
      coalesce(sum(case when event.kind = 'signed' then jsonb_array_length(event.details->'pages') end), 0)::int as pages
    from signing_events as event
      join packets on packets.uuid = event.packet
      join signatories on signatories.uuid = packets.signatory
    where event.transaction = ${deal.uuid} and event.at >= ${since}
      and event.kind in ('viewed', 'signed', 'uploaded', 'finished', 'declined')
    group by packets.uuid, signatories.full_name
    order by min(event.at), packets.uuid
  `.execute(tx);
  return rows.map(({ name, kinds, pages }) => ({ name, kind: kindOf(new Set(kinds)), pages }));
}

function kindOf(kinds: ReadonlySet<string>): Kind {
  if (kinds.has('declined')) return 'declined';
  if (kinds.has('finished')) return 'completed';
  if (kinds.has('signed')) return 'signed';
  return kinds.has('uploaded') ? 'uploaded' : 'viewed';
}
