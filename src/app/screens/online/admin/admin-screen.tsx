import { NotFoundScreen } from '../../../errors/not-found-screen.tsx';
import { AccountFrame } from '../account/account-frame.tsx';
import { useAnswer } from '../../../lib/commands/use-answer.ts';
import { useFeature } from '../../../lib/account/use-feature.ts';
import { useCurrentUser } from '../../../lib/account/use-current-user.ts';
import { PAGE } from './admin-copy.ts';
import { AccessSection } from './access-section.tsx';
import { InvitationsSection } from './invitations-section.tsx';
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
