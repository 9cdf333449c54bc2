import { sql } from 'kysely';
import { RESTORABLE_DAYS } from '../../../src/contract/retention.ts';
import type { DeletionNotices } from '../account/account-tables.ts';
import { addNotification } from '../account/notifications.ts';
import type { SignedInUser } from '../account/users.ts';
import type { ChangeCollection, TransactionRow, Tx } from '../tables.ts';
import { namesOfDocuments } from './document-names.ts';

/** Deletions by one person within this many milliseconds share one notification. */
const BUNDLE_MS = 10 * 60_000;

/** The number of rows that a notification lists by name. Others are only counted. */
const REMEMBERED = 200;

/** The write that deletes; `user` null = the server itself. */
type Write = { tx: Tx; deal: TransactionRow; now: Date; user: SignedInUser | null; command: string };
type Changed = { collection: ChangeCollection; row: string; op: 'put' | 'delete' };
type Deleted = DeletionNotices['rows'][number];

/**
 * Notifies the deal's participants from other organizations of documents and tasks that the writer has deleted, in the
 * transaction that deletes them. Restored rows are removed from unread notifications.
 */
export async function notifyOfDeletions(scope: Write, changes: readonly Changed[]): Promise<void> {
  if (scope.user === null) return;
  const removed = changes.filter(({ op }) => op === 'delete');
  // The deal itself is gone, and so are its notifications.
  if (removed.some(({ collection }) => collection === 'transactions')) return;
  if (removed.length === 0) {
    const restored = changes.filter(({ collection }) => isTold(collection)).map(({ row }) => row);
    if (restored.length > 0 && scope.command === 'transactions.restore') await withdraw(scope, restored);
    return;
  }
  const rows = await receivedRows(scope, scope.user, removed);
  if (rows.length === 0) return;
  for (const person of await othersOf(scope, scope.user)) await tell(scope, scope.user, person, rows);
}

function isTold(collection: ChangeCollection): boolean {
  return collection === 'items' || collection === 'tasks' || collection === 'documents';
}

/**
 * The deleted rows that concern other organizations, with their names: items and tasks of the checklist, and files that were
 * not deleted with their item. An organization's own files in the upload queue don't concern others.
 */
async function receivedRows(
  { tx }: Write,
  writer: SignedInUser,
  removed: readonly Changed[],
): Promise<Deleted[]> {
  const of = (wanted: ChangeCollection) =>
    removed.filter(({ collection }) => collection === wanted).map(({ row }) => row);
  const rows: Deleted[] = [];
  for (const table of ['items', 'tasks'] as const) {
    const ids = of(table);
    if (ids.length === 0) continue;
    rows.push(
      ...(await tx
        .selectFrom(table)
        .select(['uuid', 'name'])
        .where(sql<boolean>`uuid = any(${ids}::uuid[])`)
        .execute()),
    );
  }
  const files = of('documents');
  if (files.length === 0 || of('items').length > 0) return rows;
  const documents = await tx
    .selectFrom('documents')
    .innerJoin('users', 'users.uuid', 'documents.created_by')
    .select(['documents.uuid', 'documents.name', 'documents.item_id'])
    .where(sql<boolean>`documents.uuid = any(${files}::uuid[])`)
    .where((where) =>
      where.or([
        where('documents.in_queue', '=', false),
        where('users.organization', '<>', writer.organization),
      ]),
    )
    .execute();
  const names = await namesOfDocuments(tx, documents);
  return [...rows, ...documents.map(({ uuid, name }) => ({ uuid, name: names.get(uuid)?.name ?? name }))];
}

/** The participants from other organizations who see all of the deal, whatever its data access. */
async function othersOf({ tx, deal }: Write, writer: SignedInUser): Promise<string[]> {
  const people = await tx
    .selectFrom('participants')
    .innerJoin('users', 'users.uuid', 'participants.user_uuid')
    .select('users.uuid')
    .where('participants.transaction', '=', deal.uuid)
    .where('participants.deleted', '=', false)
    .where('users.organization', '<>', writer.organization)
    .where('users.disabled_at', 'is', null)
    .execute();
  return people.map(({ uuid }) => uuid);
}

async function tell(
  scope: Write,
  writer: SignedInUser,
  person: string,
  rows: readonly Deleted[],
): Promise<void> {
  const { tx, deal, now } = scope;
  const open = await tx
    .selectFrom('notifications')
    .select(['uuid', 'deletions', 'version'])
    .where('user_uuid', '=', person)
    .where('transaction', '=', deal.uuid)
    .where('notification_type', '=', 'rows_deleted')
    .where('read', '=', false)
    .where('cleared', '=', false)
    .where('modified_at', '>', new Date(now.getTime() - BUNDLE_MS))
    .where(sql<boolean>`deletions->>'actor' = ${writer.uuid}`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  const before = open?.deletions ?? { actor: writer.uuid, rows: [], count: 0 };
  const deletions = {
    ...before,
    rows: [...before.rows, ...rows].slice(0, REMEMBERED),
    count: before.count + rows.length,
  };
  const title = titleOf(scope, writer, deletions);
  if (open) {
    const told = { title, deletions: JSON.stringify(deletions), version: open.version + 1, modified_at: now };
    await tx.updateTable('notifications').set(told).where('uuid', '=', open.uuid).execute();
    return;
  }
  const about = { user_uuid: person, transaction: deal.uuid, document: null };
  const notification = { level: 'warning', notification_type: 'rows_deleted', title, deletions } as const;
  await addNotification(tx, { ...notification, ...about }, now);
}

/** Removes restored rows from unread notifications. An empty notification is cleared. */
async function withdraw(scope: Write, restored: readonly string[]): Promise<void> {
  const { tx, deal, now } = scope;
  const open = await tx
    .selectFrom('notifications')
    .select(['uuid', 'deletions', 'version'])
    .where('transaction', '=', deal.uuid)
    .where('notification_type', '=', 'rows_deleted')
    .where('read', '=', false)
    .where('cleared', '=', false)
    .forUpdate()
    .execute();
  for (const { uuid, deletions, version } of open) {
    const rows = deletions?.rows.filter((row) => !restored.includes(row.uuid)) ?? [];
    const back = (deletions?.rows.length ?? 0) - rows.length;
    if (!deletions || back === 0) continue;
    const left = { ...deletions, rows, count: deletions.count - back };
    const writer = await tx
      .selectFrom('users')
      .innerJoin('organizations', 'organizations.uuid', 'users.organization')
      .select(['first_name', 'last_name', 'organizations.name as organization_name'])
      .where('users.uuid', '=', deletions.actor)
      .executeTakeFirstOrThrow();
    const changed = { deletions: JSON.stringify(left), version: version + 1, modified_at: now };
    const told = left.count === 0 ? { cleared: true } : { title: titleOf(scope, writer, left) };
    await tx
      .updateTable('notifications')
      .set({ ...changed, ...told })
      .where('uuid', '=', uuid)
      .execute();
  }
}

function titleOf(
  { deal }: Write,
  writer: Pick<SignedInUser, 'first_name' | 'last_name' | 'organization_name'>,
  { rows, count }: DeletionNotices,
): string {
  const who = `${writer.first_name} ${writer.last_name} (${writer.organization_name})`;
  const what = `${namesInWords(
    rows.map(({ name }) => name),
    count,
  )} from “${deal.name}”`;
  return `${who} deleted ${what}. ${count === 1 ? 'It' : 'They'} can be restored for ${RESTORABLE_DAYS} days.`;
}

function namesInWords(names: readonly string[], count: number): string {
  const [first = 'a document', second] = names.map((name) => `“${name}”`);
  if (count === 1) return first;
  if (count === 2 && second !== undefined) return `${first} and ${second}`;
  return second === undefined
    ? `${first} and ${count - 1} more`
    : `${first}, ${second} and ${count - 2} more`;
}
