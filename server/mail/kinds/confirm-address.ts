import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';

const NAME_MAX = 100;

/** To somebody whose address nothing has proved yet: the link shows that they read what is sent to it. */
export function confirmAddressMail(
  { name, address, token }: { name: string; address: string; token: string },
  { publicUrl, expiresAt }: { publicUrl: string; expiresAt: Date },
): Mail {
  const url = new URL('/confirm-address', publicUrl);
  url.searchParams.set('token', token);
  const title = 'Confirm your e-mail address';
  const content = layOutMail({
    title,
    paragraphs: [
      `Hello ${oneLine(name, NAME_MAX) || 'there'},`,
      `Confirm that ${oneLine(address, 320)} is your address. Invitations sent to it will then appear in Counterpart automatically.`,
    ],
    action: { label: 'Confirm this address', url: url.href },
    notes: [
      'The link works once, within 14 days.',
      'If you do not have a Counterpart account, ignore this e-mail. Nothing happens unless the link is opened.',
    ],
    origin: publicUrl,
  });
  return { kind: 'confirm_address', subject: `${title} for Counterpart`, ...content, expiresAt };
}
