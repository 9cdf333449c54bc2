import { useLiveQuery } from 'dexie-react-hooks';
import { me } from '../../../../db/queries/session.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { AccountFrame } from './account-frame.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { LockSection } from './lock-section.tsx';
import { NumberingSection } from './numbering-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** What a person says of themselves, and where they are signed in. */
export function AccountScreen() {
  const db = useMirror();
  const user = useLiveQuery(() => me(db), [db]);
  return (
    <AccountFrame title="Your account">
      {user ? (
        <>
          <ProfileSection user={user} />
          <NumberingSection user={user} />
          <AppearanceSection />
          <LockSection />
          <PasswordSection email={user.email} />
          <SessionsSection />
        </>
      ) : null}
    </AccountFrame>
  );
}
