import { useState } from 'react';
import { sendConfirmation, updateUser } from '../../../../db/commands/account/online-calls.ts';
import type { UserRow } from '../../../../db/rows.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { PROFILE } from './account-copy.ts';
import { SaveForm, textOf } from './save-form.tsx';
import styles from './account.module.css';

const NAME_MAX = 100;

/** The user's name, as others see it. */
export function ProfileSection({ user }: { user: UserRow }) {
  return (
    <Section title={PROFILE.title} hint={PROFILE.hint}>
      <SaveForm
        key={`${user.firstName} ${user.lastName}`}
        label={PROFILE.form}
        callOf={(fields) =>
          updateUser(user.uuid, {
            first_name: textOf(fields, 'first'),
            last_name: textOf(fields, 'last'),
          })
        }
      >
        <div className={styles.pair}>
          <FormField
            label={PROFILE.firstName}
            name="first"
            defaultValue={user.firstName}
            required
            maxLength={NAME_MAX}
            autoComplete="given-name"
          />
          <FormField
            label={PROFILE.lastName}
            name="last"
            defaultValue={user.lastName}
            required
            maxLength={NAME_MAX}
            autoComplete="family-name"
          />
        </div>
        <p className={styles.fact}>
          {PROFILE.signedInAs} <bdi>{user.email}</bdi>. {PROFILE.organization(user.organizationName)}
        </p>
      </SaveForm>
      {user.emailProved === false ? <UnconfirmedAddress canSend={user.canConfirmEmail === true} /> : null}
    </Section>
  );
}

/** Says that the address is not confirmed. `canSend`: whether the server can send a confirmation email. */
function UnconfirmedAddress({ canSend }: { canSend: boolean }) {
  const { pending, problem, runCommand } = useOnlineCall();
  const [sent, setSent] = useState(false);
  const send = async () => setSent(await runCommand(sendConfirmation()));
  return (
    <Callout>
      <p>{PROFILE.unconfirmed}</p>
      {canSend ? (
        <Button aria-disabled={pending} onClick={() => startCommand(send())}>
          {PROFILE.sendConfirmation}
        </Button>
      ) : null}
      <p role="status">{sent ? PROFILE.confirmationSent : ''}</p>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </Callout>
  );
}
