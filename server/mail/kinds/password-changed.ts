import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';

const NAME_MAX = 100;

/** Sent to a user whose password was changed, by them or by someone else. It contains no secret. */
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
      `The password for your Counterpart account, ${oneLine(address, 320)}, was changed on ${when}. You were signed out on all other devices.`,
      'If this was you, you don’t need to do anything.',
    ],
    actions: [
      { label: 'This wasn’t me: set a new password', url: new URL('/login/forgotten', publicUrl).href },
    ],
    notes: ['If this wasn’t you, tell your organization’s administrator as well.'],
    origin: publicUrl,
  });
  return { kind: 'password_changed', subject: `${title} for Counterpart`, ...content, expiresAt: null };
}
