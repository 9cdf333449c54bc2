import { sql, type Kysely } from 'kysely';
import { DAY_MS, KEPT_DAYS } from '../../../src/contract/retention.ts';
import type { OutgoingMail } from '../../smtp/mail-server.ts';
import { deleteInBatches, inBatches } from '../delete-in-batches.ts';
import type { MailRow, Tables } from '../tables.ts';

/** The maximum length of a list. */
const LISTED = 200;

const UNEXPLAINED = 'It couldn’t be sent, and the last attempt stopped without giving a reason.';

/** The number of emails whose content one statement removes. */
const EMPTIED_AT_ONCE = 500;

/** Without the content, nobody can follow the link in it. */
const WITHOUT_CONTENT = { html: null, text: null };

export type ClaimedMail = { kind: 'mail'; mail: OutgoingMail } | { kind: 'done' | 'busy' | 'expired' };

/** Claims an email for sending, so that nobody else sends it until then. */
export async function claimMail(
  db: Kysely<Tables>,
  uuid: string,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedMail> {
  const row = await db
    .updateTable('mails')
    .set({ claimed_until: until })
    .where('uuid', '=', uuid)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst();
  if (!row) return { kind: (await isOpen(db, uuid)) ? 'busy' : 'done' };
  if (row.expires_at !== null && row.expires_at <= now) return { kind: 'expired' };
  const { subject, text, html } = row;
  if (text === null || html === null) return { kind: 'expired' };
  return {
    kind: 'mail',
    mail: {
      uuid,
      to: { name: row.to_name, address: row.to_address },
      firm: row.sent_for,
      replyTo: row.reply_to,
      // Only emails with packets need to show whether they arrive.
      returnToken: row.packets.length > 0 ? row.return_token : null,
      subject,
      text,
      html,
    },
  };
}

async function isOpen(db: Kysely<Tables>, uuid: string): Promise<boolean> {
  const row = await db
    .selectFrom('mails')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records why the attempt failed. Another one may follow at once. */
export async function releaseMail(db: Kysely<Tables>, uuid: string, reason: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ claimed_until: null, error: reason })
    .where('uuid', '=', uuid)
    .where('sent_at', 'is', null)
    .execute();
}

/** Records that a mail server has accepted it, and clears its last error. */
export async function markSent(db: Kysely<Tables>, uuid: string, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...WITHOUT_CONTENT, sent_at: now, claimed_until: null, failed_at: null, error: null })
    .where('uuid', '=', uuid)
    .execute();
}

/** Records that there will be no further attempt. The last reason is kept. */
export async function markFailed(db: Kysely<Tables>, uuid: string, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set((is) => ({
      ...WITHOUT_CONTENT,
      failed_at: now,
      claimed_until: null,
      error: is.fn.coalesce('error', is.val(UNEXPLAINED)),
    }))
    .where('uuid', '=', uuid)
    .where('sent_at', 'is', null)
    .execute();
}

/** Returns the email whose envelope has the token. `waiting`: it may still be on its way to a mail server. */
export async function mailReturnedTo(
  db: Kysely<Tables>,
  token: string,
): Promise<{ uuid: string; waiting: boolean } | null> {
  const row = await db
    .selectFrom('mails')
    .select(['uuid', 'sent_at', 'failed_at'])
    .where('return_token', '=', token)
    .executeTakeFirst();
  return row ? { uuid: row.uuid, waiting: row.sent_at === null && row.failed_at === null } : null;
}

/** Records why an email came back after it was sent. Returns false if that was already known. */
export async function markReturned(
  db: Kysely<Tables>,
  uuid: string,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ failed_at: now, error: reason })
    .where('uuid', '=', uuid)
    .where('sent_at', 'is not', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Returns the newest 200 emails to an organization's people and to those it invites, newest first. Emails to support are left
 * out, because a reader could act on support's behalf.
 */
export async function newestMails(db: Kysely<Tables>, organization: string): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .leftJoin('users', 'users.uuid', 'mails.user_uuid')
    .selectAll('mails')
    .where('mails.organization', '=', organization)
    .where((is) => is.or([is('users.role', 'is', null), is('users.role', '!=', 'support')]))
    .orderBy('mails.created_at', 'desc')
    .orderBy('mails.uuid', 'desc')
    .limit(LISTED)
    .execute();
}

/** Drops expired emails, and deletes those older than 90 days. */
export async function sweepMails(db: Kysely<Tables>, now: Date): Promise<void> {
  await inBatches(EMPTIED_AT_ONCE, async () => {
    const emptied = await db
      .updateTable('mails')
      .set(WITHOUT_CONTENT)
      .where('uuid', 'in', (mails) =>
        mails
          .selectFrom('mails as expired')
          .select('expired.uuid')
          .where('expired.expires_at', '<=', now)
          .where('expired.html', 'is not', null)
          .limit(EMPTIED_AT_ONCE),
      )
      .executeTakeFirst();
    return Number(emptied.numUpdatedRows);
  });
  const limit = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await deleteInBatches(db, 'mails', sql`created_at < ${limit}`);
}
