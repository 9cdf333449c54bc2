import type { OutboxMail } from '../../src/contract/entities/outbox-mail.ts';
import type { MailRow } from '../store/tables.ts';
import { instant } from './present-row.ts';

/** Its content only where nobody else brings it to whom it is for, and as long as the link in it is good. */
export function presentMail(row: MailRow, now: Date): OutboxMail {
  const isReadHere = row.in_outbox && (row.expires_at === null || row.expires_at > now);
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
