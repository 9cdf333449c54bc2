import { useLiveQuery } from 'dexie-react-hooks';
import { inviteToOrganization, revokeInvitation } from '../../../../db/commands/account/online-calls.ts';
import { invitationsAnswer } from '../../../../db/queries/account/answers.ts';
import { NotFoundScreen } from '../../../errors/not-found-screen.tsx';
import { useAnswer } from '../../../lib/commands/use-answer.ts';
import { useFeature } from '../../../lib/account/use-feature.ts';
import { useCurrentUser } from '../../../lib/account/use-current-user.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { AccountFrame } from '../account/account-frame.tsx';
import { AsOf } from '../account/as-of.tsx';
import { InvitedList } from '../invitations/invited-list.tsx';
import { InviteForm } from '../invitations/invite-form.tsx';
import { PAGE, INVITATIONS } from './admin-copy.ts';
import { AccessSection } from './access-section.tsx';
import { MembersSection } from './members-section.tsx';
import { ParticipantsSection } from './participants-section.tsx';
import { OrganizationSection } from './organization-section.tsx';
import { PurgeSection } from './purge-section.tsx';
import { ReportsSection } from './reports-section.tsx';
import { FeaturesSection } from './features-section.tsx';

/** The organization page. Only admins find it. */
export function AdminScreen() {
  useAnswer('features');
  const hasReports = useFeature('SELF_SERVE_ADMIN_REPORT');
  const current = useCurrentUser();
  if (current === undefined) return null;
  if (current === null) return <AccountFrame title={PAGE.title}>{null}</AccountFrame>;
  if (current.user.role !== 'admin') return <NotFoundScreen />;
  const { organization, user } = current;
  return (
    <AccountFrame title={PAGE.title}>
      <OrganizationSection organization={organization} />
      <MembersSection
        me={user.uuid}
        organization={organization.uuid}
        strict={organization.strictDataAccess}
      />
      <InvitationsSection organization={organization.uuid} />
      <FeaturesSection organization={organization} />
      <AccessSection organization={organization} me={user.uuid} />
      <ParticipantsSection organization={organization.uuid} />
      <PurgeSection organization={organization} />
      {hasReports ? <ReportsSection organization={organization.uuid} /> : null}
    </AccountFrame>
  );
}

/** The invitations to join the organization. */
function InvitationsSection({ organization }: { organization: string }) {
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
