import { createTransport } from 'nodemailer';
import type { Settings } from '../settings.ts';
import { oneLine } from './one-line.ts';
import { returnAddress } from './return-address.ts';

/** An email ready to send. */
export type OutgoingMail = {
  uuid: string;
  to: { name: string; address: string };
  /** The firm in whose name it is sent, and the person who gets the replies. Null = Counterpart, and nobody. */
  firm: string | null;
  replyTo: string | null;
  /** Identifies its bounce; null = its bounce doesn't matter. */
  returnToken: string | null;
  subject: string;
  text: string;
  html: string;
};

/** The result of sending. `later`: it may succeed another time. `reason` is a sentence for the organization's admins. */
export type Sending = { kind: 'sent' } | { kind: 'later' | 'refused'; reason: string };

export interface MailServer {
  send(mail: OutgoingMail, signal: AbortSignal): Promise<Sending>;
}

const SECOND = 1000;
export const REASON_MAX = 300;

export const REJECTED = 'The mail server rejected it';
export const NOT_ACCEPTED = 'The mail server did not accept it';

/**
 * The mail server of `SMTP_URL`. Each email has its own connection, because emails are few, and a failed connection then
 * affects no others.
 */
export function openMailServer(
  smtpUrl: string,
  { mailFrom, publicUrl, bounces }: Pick<Settings, 'mailFrom' | 'publicUrl' | 'bounces'>,
): MailServer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 20 * SECOND,
    // An email is built only from its row.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ uuid, to, firm, replyTo, returnToken, subject, text, html }, signal) {
      try {
        await transport.sendMail({
          // The address stays ours, because mail servers refuse mail from a firm's own address that the firm's server didn't
          // send.
          from:
            firm === null ? mailFrom : { ...mailFrom, name: `${firm} via ${mailFrom.name || 'Counterpart'}` },
          ...(replyTo !== null && { replyTo }),
          to,
          ...(bounces !== null &&
            returnToken !== null && {
              envelope: { from: returnAddress(bounces, returnToken), to: to.address },
              // A bounce doesn't need to contain the link in the email.
              dsn: { ret: 'HDRS', notify: 'FAILURE' },
            }),
          subject,
          text,
          html,
          // The same for every attempt, so that mail programs show two copies as one if the server's response was lost.
          messageId: `<${uuid}@${new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal,
        });
        return { kind: 'sent' };
      } catch (error) {
        return asSending(error);
      }
    },
  };
}

/** Based on the codes of nodemailer and the server. */
function asSending(error: unknown): Sending {
  const status = numberOf(error, 'responseCode');
  const code = textOf(error, 'code');
  const response = textOf(error, 'response');
  // A permanent error of the addresses or the email itself. A server that accepts no email at all (at its greeting or
  // sign-in) has not judged this one, and may be repaired in the meantime.
  const isOfTheMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const said = response === undefined ? '' : `: ${oneLine(response, REASON_MAX)}`;
  if (isOfTheMail && (status === undefined || status >= 500))
    return {
      kind: 'refused',
      reason: `${REJECTED}${said || ': the address cannot be used'}.`,
    };
  if (response !== undefined) return { kind: 'later', reason: `${NOT_ACCEPTED}${said}.` };
  const why = code === undefined ? '' : ` (${oneLine(code, 40)})`;
  return { kind: 'later', reason: `The mail server couldn’t be reached or didn’t respond${why}.` };
}

function textOf(error: unknown, name: string): string | undefined {
  const value = valueOf(error, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberOf(error: unknown, name: string): number | undefined {
  const value = valueOf(error, name);
  return typeof value === 'number' ? value : undefined;
}

function valueOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;
}
