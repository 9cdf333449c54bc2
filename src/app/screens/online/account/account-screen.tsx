import { useState } from 'react';
import { binderFormatOnWire } from '../../../../db/commands/checklist/binder-format-on-wire.ts';
import { updateUser, changePassword } from '../../../../db/commands/account/online-calls.ts';
import type { UserRow } from '../../../../db/rows.ts';
import { useCurrentUser } from '../../../lib/account/use-current-user.ts';
import { chooseTheme, chosenTheme, type Theme } from '../../../lib/device/theme.ts';
import { SelectField } from '../../../ui/form/select.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { createFormDrafts, useDraftState } from '../../../lib/form/form-drafts.ts';
import { NumberingFields } from '../../../transaction/numbering-fields.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { NewPasswordField } from '../outside/new-password-field.tsx';
import { typedIn } from '../outside/open-form.tsx';
import { PROFILE, APPEARANCE, NUMBERING, PASSWORD } from './account-copy.ts';
import { AccountFrame } from './account-frame.tsx';
import { LockSection } from './lock-section.tsx';
import { OfflineSection } from './offline-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SaveForm } from './save-form.tsx';

const drafts = createFormDrafts<UserRow['binderFormatStructure']>();

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

/** The color theme of this device. */
function AppearanceSection() {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  return (
    <Section title={APPEARANCE.title} hint={APPEARANCE.hint}>
      <SelectField
        label={APPEARANCE.colors}
        options={APPEARANCE.themes}
        value={theme}
        onChoose={(chosen) => {
          chooseTheme(chosen);
          setTheme(chosen);
        }}
      />
    </Section>
  );
}

/** The numbering of the user's new transactions. */
function NumberingSection({ user }: { user: UserRow }) {
  const [format, setFormat] = useDraftState(drafts, 'numbering', user.binderFormatStructure);
  return (
    <Section title={NUMBERING.title} hint={NUMBERING.hint}>
      <SaveForm
        label={NUMBERING.form}
        callOf={() => updateUser(user.uuid, { binder_format_structure: binderFormatOnWire(format) })}
      >
        <NumberingFields format={format} onChange={setFormat} />
      </SaveForm>
    </Section>
  );
}

function PasswordSection({ email }: { email: string }) {
  return (
    <Section title={PASSWORD.title} hint={PASSWORD.hint}>
      <SaveForm
        label={PASSWORD.title}
        labels={[PASSWORD.change, PASSWORD.changed]}
        callOf={(fields) =>
          changePassword(email, {
            currentPassword: typedIn(fields, 'current-password'),
            newPassword: typedIn(fields, 'new-password'),
          })
        }
      >
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <FormField
          label={PASSWORD.current}
          name="current-password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={1024}
        />
        <NewPasswordField label={PASSWORD.new} />
      </SaveForm>
    </Section>
  );
}
