import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';

const NAME_MAX = 100;

/** Sent to a user with an unconfirmed address. Opening the link proves that they receive mail there. */
export function confirmAddressMail(
  { name, address, token }: { name: string; address: string; token: string },
  { publicUrl, expiresAt }: { publicUrl: string; expiresAt: Date },
): Mail {
  const url = new URL('/confirm-address', publicUrl);
  url.searchParams.set('token', token);
  const title = 'Confirm your email address';
  const content = layOutMail({
    title,
    paragraphs: [
      `Hello ${oneLine(name, NAME_MAX) || 'there'},`,
      `Confirm that ${oneLine(address, 320)} is your address. Invitations sent to it will then appear in Counterpart automatically.`,
    ],
    actions: [{ label: 'Confirm this address', url: url.href }],
    notes: [
      'The link works once and expires in 14 days.',
      'If you don’t have a Counterpart account, you can ignore this email. Nothing happens unless someone opens the link.',
    ],
    origin: publicUrl,
  });
  return { kind: 'confirm_address', subject: `${title} for Counterpart`, ...content, expiresAt };
}
