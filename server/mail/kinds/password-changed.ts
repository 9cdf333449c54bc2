import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';

const NAME_MAX = 100;

/** To somebody whose password is another one now, whoever set it. It holds no secret. */
export function passwordChangedMail(
  { name, address }: { name: string; address: string },
  { publicUrl, at }: { publicUrl: string; at: Date },
): Mail {
  const title = 'Your password was changed';
  const when = `${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
  const content = layOutMail({
    title,
    paragraphs: [
      `Hello ${oneLine(name, NAME_MAX) || 'there'},`,
      `The password of your Counterpart account, ${oneLine(address, 320)}, was changed on ${when}. All other devices are signed out.`,
      'If it was you, there is nothing to do.',
    ],
    action: { label: 'It was not me: set a new password', url: new URL('/login/forgotten', publicUrl).href },
    notes: ['Tell the administrator of your organization too, if it was not you.'],
    origin: publicUrl,
  });
  return { kind: 'password_changed', subject: `${title} for Counterpart`, ...content, expiresAt: null };
}
