import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';

const NAME_MAX = 100;

/** Sent to support by anyone who uses /contact. The sender's address is not verified. */
export function contactMail(
  { name, email, message }: { name: string; email: string; message: string },
  publicUrl: string,
): Mail {
  const who = oneLine(name, NAME_MAX);
  const address = oneLine(email, 320);
  const subject = `${who} asks for help`;
  const content = layOutMail({
    title: subject,
    paragraphs: message.split(/\n{2,}/).map((paragraph) => paragraph.trim()),
    actions: [{ label: `Reply to ${who}`, url: `mailto:${encodeURIComponent(address)}` }],
    notes: [`Sent from the contact page by ${address}. This address is not verified.`],
    origin: publicUrl,
  });
  return { kind: 'contact', subject, ...content, expiresAt: null };
}
