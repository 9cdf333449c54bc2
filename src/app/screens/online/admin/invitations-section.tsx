import { useLiveQuery } from 'dexie-react-hooks';
import { inviteToOrganization, revokeInvitation } from '../../../../db/commands/account/online-calls.ts';
import { invitationsAnswer } from '../../../../db/queries/account/answers.ts';
import { useAnswer } from '../../../lib/commands/use-answer.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { AsOf } from '../account/as-of.tsx';
import { InvitedList } from '../invitations/invited-list.tsx';
import { InviteForm } from '../invitations/invite-form.tsx';
import { INVITATIONS } from './admin-copy.ts';

/** The invitations to join the organization. */
export function InvitationsSection({ organization }: { organization: string }) {
  const db = useMirror();
  const asked = useAnswer('organizationInvitations');
  const answer = useLiveQuery(() => invitationsAnswer(db, 'organizationInvitations'), [db]);
  return (
    <Section title={INVITATIONS.title} hint={INVITATIONS.hint}>
      <AsOf problem={asked.problem} askedAt={answer?.askedAt ?? null} />
      <InvitedList
        invitations={answer?.body ?? []}
        callOf={(uuid) => revokeInvitation(uuid, 'organizationInvitations')}
      />
      <InviteForm to={organization} callOf={(invited) => inviteToOrganization(organization, invited)} />
    </Section>
  );
}
