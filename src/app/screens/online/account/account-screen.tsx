import { useCurrentUser } from '../../../lib/account/use-current-user.ts';
import { PROFILE } from './account-copy.ts';
import { AccountFrame } from './account-frame.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { LockSection } from './lock-section.tsx';
import { NumberingSection } from './numbering-section.tsx';
import { OfflineSection } from './offline-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** The user's profile, preferences, device lock, password and sessions. */
export function AccountScreen() {
  const current = useCurrentUser();
  return (
    <AccountFrame title={PROFILE.page}>
      {current ? (
        <>
          <ProfileSection user={current.user} />
          <NumberingSection user={current.user} />
          <AppearanceSection />
          <OfflineSection />
          <LockSection />
          <PasswordSection email={current.user.email} />
          <SessionsSection />
        </>
      ) : null}
    </AccountFrame>
  );
}
