import { changePassword } from '../../../../db/commands/account/online-calls.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { NewPasswordField } from '../outside/new-password-field.tsx';
import { typedIn } from '../outside/open-form.tsx';
import { PASSWORD } from './account-copy.ts';
import { SaveForm } from './save-form.tsx';

/** Changes the password. */
export function PasswordSection({ email }: { email: string }) {
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
