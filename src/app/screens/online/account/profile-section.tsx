import { updateUser } from '../../../../db/commands/online-calls.ts';
import type { UserRow } from '../../../../db/rows.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { SaveForm, textOf } from './save-form.tsx';
import styles from './account.module.css';

const NAME_MAX = 100;

/** The person's name, as others see it. */
export function ProfileSection({ user }: { user: UserRow }) {
  return (
    <Section title="You" hint="Your name as the others on your transactions see it.">
      <SaveForm
        key={`${user.firstName} ${user.lastName}`}
        label="Your name"
        callOf={(fields) =>
          updateUser(user.uuid, {
            first_name: textOf(fields, 'first'),
            last_name: textOf(fields, 'last'),
          })
        }
      >
        <div className={styles.pair}>
          <FormField
            label="First name"
            name="first"
            defaultValue={user.firstName}
            required
            maxLength={NAME_MAX}
            autoComplete="given-name"
          />
          <FormField
            label="Last name"
            name="last"
            defaultValue={user.lastName}
            required
            maxLength={NAME_MAX}
            autoComplete="family-name"
          />
        </div>
        <p className={styles.fact}>
          You sign in as <bdi>{user.email}</bdi>, of {user.organizationName}.
        </p>
      </SaveForm>
    </Section>
  );
}
