import { sql } from 'kysely';
import type { Tx, UserRow } from '../tables.ts';

/** The change log's name for the end of a user's access. */
const LEAVER_COMMAND = 'organization.removeMember';

/**
 * Ends a user's participations in the deals of their organization, and withdraws pending invitations from them and to
 * them. Takes a handful of statements, however many deals there are. A deal may be left without a participant; its
 * organization's admins still see it.
 */
export async function takeOffDeals(
  tx: Tx,
  { uuid, email, organization }: Pick<UserRow, 'uuid' | 'email' | 'organization'>,
  { actor, at }: { actor: string | null; at: Date },
): Promise<void> {
  const address = email.toLowerCase();
  // In the order in which all writers that touch several deals lock them.
  const { rows } = await sql<{ uuid: string; version: number }>`
    select uuid, version from transactions
    where organization = ${organization} and (
      exists (
        select from participants
        where participants.transaction = transactions.uuid and participants.user_uuid = ${uuid} and not deleted
      )
      or exists (
        select from invitations
        where invitations.transaction = transactions.uuid and accepted_at is null and revoked_at is null
          and (invitations.email = ${address} or invited_by = ${uuid})
      )
    )
    order by uuid
    for update
  `.execute(tx);
  const withdrawn = await sql<{ transaction: string | null }>`
    update invitations set revoked_at = ${at}
    where organization = ${organization} and accepted_at is null and revoked_at is null
      and (email = ${address} or invited_by = ${uuid})
    returning transaction
  `.execute(tx);
  if (rows.length === 0) return;
  const deals = rows.map((row) => row.uuid);
  await sql`update transactions set version = version + 1 where uuid = any(${deals}::uuid[])`.execute(tx);
  const left = await sql<{ transaction: string; uuid: string; name: string }>`
    update participants set deleted = true, version = transactions.version, modified_at = ${at}, modified_by = ${actor}
    from transactions, users
    where transactions.uuid = participants.transaction and users.uuid = participants.user_uuid
      and transactions.uuid = any(${deals}::uuid[]) and participants.user_uuid = ${uuid} and not participants.deleted
    returning participants.transaction, participants.uuid,
      trim(users.first_name || ' ' || users.last_name) as name
  `.execute(tx);
  const withInvitations = withdrawn.rows.flatMap(({ transaction }) => transaction ?? []);
  const changes = [
    ...left.rows.map(({ transaction, uuid: row, name }) => ({
      transaction,
      row,
      collection: 'participants',
      op: 'delete',
      detail: { name },
    })),
    ...[...new Set(withInvitations)].map((transaction) => ({
      transaction,
      row: transaction,
      collection: 'transactions',
      op: 'put',
      detail: { fields: ['transaction_invitations'] },
    })),
  ];
  await sql`
    insert into change_log (transaction, version, seq, collection, row, op, command, actor, at, detail)
    select transactions.uuid, transactions.version,
      row_number() over (partition by transactions.uuid order by change.collection) - 1,
      change.collection, change.row, change.op, ${LEAVER_COMMAND}, ${actor}, ${at}, change.detail
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change (transaction uuid, row uuid, collection text, op text, detail jsonb)
      join transactions on transactions.uuid = change.transaction
  `.execute(tx);
  await sql`
    select pg_notify('deal_moved', json_build_object('deal', uuid, 'version', version)::text)
    from transactions where uuid = any(${deals}::uuid[])
  `.execute(tx);
}
