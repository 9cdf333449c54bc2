import type { OutboxMail } from '../../src/contract/entities/account/outbox-mail.ts';
import type { MailKind } from '../store/account/account-tables.ts';
import type { MailRow } from '../store/tables.ts';
import { instant } from './present-row.ts';

/** Emails with a link or a code that lets its holder sign in somebody else's name. */
const SIGNING: ReadonlySet<MailKind> = new Set(['signing_request', 'signing_reminder', 'signing_code']);

/**
 * Returns the content of an email, only if no mail server delivers it, and only while its link is valid.
 * @param showsSigningLinks whether signatories' links are included
 */
export function presentMail(row: MailRow, now: Date, showsSigningLinks: boolean): OutboxMail {
  const isGood = row.expires_at === null || row.expires_at > now;
  const isReadHere = row.in_outbox && isGood && (showsSigningLinks || !SIGNING.has(row.kind));
  return {
    uuid: row.uuid,
    to: row.to_address,
    subject: row.subject,
    kind: row.kind,
    created_at: instant(row.created_at),
    sent_at: row.sent_at === null ? null : instant(row.sent_at),
    error: row.error,
    html: isReadHere ? row.html : null,
    text: isReadHere ? row.text : null,
  };
}
