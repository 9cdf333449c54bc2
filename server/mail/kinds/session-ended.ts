import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';

const NAME_MAX = 100;

/** Sent to a user whose session ended because one of its old tokens was used. It contains no secret. */
export function sessionEndedMail(
  { name, address, device }: { name: string; address: string; device: string },
  { publicUrl, at }: { publicUrl: string; at: Date },
): Mail {
  const title = 'We ended one of your sessions';
  const when = `${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
  const content = layOutMail({
    title,
    paragraphs: [
      `Hello ${oneLine(name, NAME_MAX) || 'there'},`,
      `On ${when}, someone used an old copy of the sign-in for your Counterpart account, ${oneLine(address, 320)}, on ${device}. We ended that session everywhere. Unsent work stays on your device until you sign in again.`,
      'This also happens when a connection breaks while a session is being renewed, or when a computer is restored from a backup. If neither is the case, set a new password.',
    ],
    actions: [{ label: 'Set a new password', url: new URL('/login/forgotten', publicUrl).href }],
    notes: ['If you think someone copied your sign-in, tell your organization’s administrator as well.'],
    origin: publicUrl,
  });
  return { kind: 'session_ended', subject: `${title} in Counterpart`, ...content, expiresAt: null };
}
