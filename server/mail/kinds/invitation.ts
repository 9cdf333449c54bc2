import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';

const NAME_MAX = 100;

type Invited = {
  first_name: string;
  email: string;
  /** The name of the inviter. */
  by: string;
  /** The subject of the invitation. */
  to: { kind: 'deal' | 'organization'; name: string };
  invitation: string;
  token: string;
};

/** Sent to a person invited to a deal or an organization, with or without an account. */
export function invitationMail(
  { first_name, email, by, to, invitation, token }: Invited,
  { publicUrl, expiresAt }: { publicUrl: string; expiresAt: Date },
): Mail {
  const url = new URL('/register', publicUrl);
  url.searchParams.set('invitation', invitation);
  url.searchParams.set('token', token);
  const who = oneLine(by, NAME_MAX) || 'Someone';
  const name = oneLine(to.name, NAME_MAX);
  const [title, what] =
    to.kind === 'deal'
      ? [
          `${who} invited you to “${name}”`,
          `${who} invited you to work on the checklist and documents of “${name}” in Counterpart.`,
        ]
      : [`${who} invited you to join ${name}`, `${who} invited you to join ${name} in Counterpart.`];
  const content = layOutMail({
    title,
    paragraphs: [`Hello ${oneLine(first_name, NAME_MAX) || 'there'},`, what],
    actions: [{ label: 'View invitation', url: url.href }],
    notes: [
      `This invitation is for ${oneLine(email, 320)} only and expires after 14 days. Please don’t share the link.`,
      'If you weren’t expecting this email, you can ignore it.',
    ],
    origin: publicUrl,
  });
  const kind = to.kind === 'deal' ? 'invitation_to_deal' : 'invitation_to_organization';
  return { kind, subject: title, ...content, expiresAt };
}
