import { NotFoundScreen } from '../../../errors/not-found-screen.tsx';
import { AccountFrame } from '../account/account-frame.tsx';
import { useAnswer } from '../../../lib/commands/use-answer.ts';
import { useFeature } from '../../../lib/account/use-feature.ts';
import { useCurrentUser } from '../../../lib/account/use-current-user.ts';
import { AccessSection } from './access-section.tsx';
import { InvitationsSection } from './invitations-section.tsx';
import { MembersSection } from './members-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { OrganizationSection } from './organization-section.tsx';
import { PurgeSection } from './purge-section.tsx';
import { ReportsSection } from './reports-section.tsx';
import { SwitchesSection } from './switches-section.tsx';

/** An organization, for its admins; to all others it is not there. */
export function AdminScreen() {
  useAnswer('features');
  const hasReports = useFeature('SELF_SERVE_ADMIN_REPORT');
  const current = useCurrentUser();
  if (current === undefined) return null;
  if (current === null) return <AccountFrame title="Organization">{null}</AccountFrame>;
  if (current.user.role !== 'admin') return <NotFoundScreen />;
  const { organization, user } = current;
  return (
    <AccountFrame title="Organization">
      <OrganizationSection organization={organization} />
      <MembersSection
        me={user.uuid}
        organization={organization.uuid}
        strict={organization.strictDataAccess}
      />
      <InvitationsSection organization={organization.uuid} />
      <SwitchesSection organization={organization} />
      <AccessSection organization={organization} me={user.uuid} />
      <PeopleSection organization={organization.uuid} />
      <PurgeSection organization={organization} />
      {hasReports ? <ReportsSection organization={organization.uuid} /> : null}
    </AccountFrame>
  );
}
