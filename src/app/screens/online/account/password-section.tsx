import { changePassword } from '../../../../db/commands/account/online-calls.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { NewPasswordField } from '../outside/new-password-field.tsx';
import { typedIn } from '../outside/open-form.tsx';
import { SaveForm } from './save-form.tsx';

/** Another password for who knows the one that they have. */
export function PasswordSection({ email }: { email: string }) {
  return (
    <Section title="Password" hint="A new one signs you out on all your other devices.">
      <SaveForm
        label="Password"
        words={['Change the password', 'Changed']}
        callOf={(fields) =>
          changePassword(email, {
            currentPassword: typedIn(fields, 'current-password'),
            newPassword: typedIn(fields, 'new-password'),
          })
        }
      >
        {/* For who fills in passwords: whose they are. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <FormField
          label="Current password"
          name="current-password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={1024}
        />
        <NewPasswordField label="New password" />
      </SaveForm>
    </Section>
  );
}
