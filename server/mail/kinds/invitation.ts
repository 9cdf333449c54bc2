import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';

const NAME_MAX = 100;

type Invited = {
  first_name: string;
  email: string;
  /** Who invites. */
  by: string;
  /** The name of the deal or, where it is to join one, of the organization. */
  to: { kind: 'deal' | 'organization'; name: string };
  invitation: string;
  token: string;
};

/** To somebody who is asked to work on a deal, or to join an organization: with an account or without. */
export function invitationMail(
  { first_name, email, by, to, invitation, token }: Invited,
  { publicUrl, expiresAt }: { publicUrl: string; expiresAt: Date },
): Mail {
  const url = new URL('/register', publicUrl);
  url.searchParams.set('invitation', invitation);
  url.searchParams.set('token', token);
  const who = oneLine(by, NAME_MAX) || 'Somebody';
  const name = oneLine(to.name, NAME_MAX);
  const [title, what] =
    to.kind === 'deal'
      ? [
          `${who} invites you to “${name}”`,
          `${who} has invited you to work on the checklist and documents of “${name}” in Counterpart.`,
        ]
      : [`${who} invites you to ${name}`, `${who} has invited you to join ${name} in Counterpart.`];
  const content = layOutMail({
    title,
    paragraphs: [`Hello ${oneLine(first_name, NAME_MAX) || 'there'},`, what],
    action: { label: 'See the invitation', url: url.href },
    notes: [
      `This invitation is for ${oneLine(email, 320)} only, can be accepted once, and expires after 14 days. Do not share the link.`,
      'If you were not expecting this e-mail, you can ignore it.',
    ],
    origin: publicUrl,
  });
  const kind = to.kind === 'deal' ? 'invitation_to_deal' : 'invitation_to_organization';
  return { kind, subject: title, ...content, expiresAt };
}
