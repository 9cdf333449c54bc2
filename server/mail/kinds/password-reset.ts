import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';

const NAME_MAX = 100;

/** Sent to a user when they, or someone else, requested a new password. */
export function passwordResetMail(
  { full_name, email, token }: { full_name: string; email: string; token: string },
  { publicUrl, expiresAt }: { publicUrl: string; expiresAt: Date },
): Mail {
  const url = new URL('/login/set-password', publicUrl);
  url.searchParams.set('passwordId', token);
  const content = layOutMail({
    title: 'Set a new password',
    paragraphs: [
      `Hello ${oneLine(full_name, NAME_MAX) || 'there'},`,
      `Someone requested a new password for your Counterpart account, ${oneLine(email, 320)}. The link below works once and expires in an hour.`,
    ],
    actions: [{ label: 'Set a new password', url: url.href }],
    notes: [
      'If you didn’t request this, you can ignore this email; your password stays the same. Don’t share the link with anyone.',
      'Setting a new password signs you out on all devices. Unsent work stays on them until you sign in again.',
    ],
    origin: publicUrl,
  });
  return { kind: 'password_reset', subject: 'Set a new password for Counterpart', ...content, expiresAt };
}
