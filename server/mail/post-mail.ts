import { v7 } from 'uuid';
import { sendMailKind } from '../queue/job-kinds.ts';
import type { Services } from '../services.ts';
import { oneLine } from '../smtp/one-line.ts';
import type { Tx } from '../store/tables.ts';
import type { Mail } from './mail.ts';

type Addressee = {
  name: string;
  address: string;
  /** The recipient's account, if they have one. */
  user: string | null;
  /** The organization whose admins see it in the outbox. */
  organization: string | null;
  /** The packets whose links are in it. They show whether the email was delivered. */
  packets?: readonly string[];
};

/** The firm in whose name the email is sent, and the person who gets the replies. */
export type MailSender = { firm: string; address: string };

const SUBJECT_MAX = 200;
const NAME_MAX = 100;

/**
 * Writes an email, in the transaction of its cause, together with the job that sends it. Without a mail server there
 * is no job: it stays in the database, where the organization's admins read it.
 */
export async function postMail(
  services: Pick<Services, 'settings' | 'jobs' | 'now'>,
  tx: Tx,
  to: Addressee,
  mail: Mail,
  { uuid = v7(), sender = null }: { uuid?: string; sender?: MailSender | null } = {},
): Promise<void> {
  const at = services.now();
  const inOutbox = services.settings.smtpUrl === null;
  await tx
    .insertInto('mails')
    .values({
      uuid,
      organization: to.organization,
      user_uuid: to.user,
      packets: [...(to.packets ?? [])],
      kind: mail.kind,
      to_name: oneLine(to.name, NAME_MAX),
      to_address: to.address,
      sent_for: sender && oneLine(sender.firm, NAME_MAX),
      reply_to: sender?.address ?? null,
      subject: oneLine(mail.subject, SUBJECT_MAX),
      html: mail.html,
      text: mail.text,
      in_outbox: inOutbox,
      created_at: at,
      expires_at: mail.expiresAt,
    })
    .execute();
  if (!inOutbox) await services.jobs.enqueue(tx, sendMailKind, { mail: uuid });
}
