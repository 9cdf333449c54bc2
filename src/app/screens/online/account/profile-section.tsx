import { useState } from 'react';
import { sendConfirmation, updateUser } from '../../../../db/commands/account/online-calls.ts';
import type { UserRow } from '../../../../db/rows.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
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
      {user.emailProved === false ? <Unconfirmed can={user.canConfirmEmail === true} /> : null}
    </Section>
  );
}

/** Nothing has shown yet that the address is theirs. `can`: whether the server can send an e-mail for that. */
function Unconfirmed({ can }: { can: boolean }) {
  const { pending, problem, runCommand } = useOnlineCall();
  const [sent, setSent] = useState(false);
  const send = async () => setSent(await runCommand(sendConfirmation()));
  return (
    <Callout>
      <p>
        Your e-mail address is not confirmed. You see invitations from organizations whose links you have
        used. Open other invitations from their links.
      </p>
      {can ? (
        <Button aria-disabled={pending} onClick={() => begin(send())}>
          Send a confirmation e-mail
        </Button>
      ) : null}
      <p role="status">{sent ? 'E-mail sent. Open its link to confirm your address.' : ''}</p>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </Callout>
  );
}
