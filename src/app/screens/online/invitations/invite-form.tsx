import { useState } from 'react';
import type { Access } from '../../../../contract/entities/transactions/participant.ts';
import type { Invited, OnlineCall } from '../../../../db/commands/account/online-calls.ts';
import { SelectField } from '../../../ui/form/select.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { SaveForm, textOf } from '../account/save-form.tsx';
import { ACCESS, INVITE } from './invitations-copy.ts';
import styles from '../account/account.module.css';

const NAME_MAX = 100;

interface InviteFormProps {
  /** The transaction or organization to join. */
  to: string;
  /** Whether to ask for the level of access to a transaction. */
  withAccess?: boolean;
  callOf: (invited: Invited) => OnlineCall;
}

/** The form to invite a person by email. */
export function InviteForm({ to, withAccess = false, callOf }: InviteFormProps) {
  const [access, setAccess] = useState<Access>('full');
  return (
    <SaveForm
      label={INVITE.title}
      of={to}
      labels={[INVITE.send, INVITE.sent]}
      clearAfterwards
      callOf={(fields) =>
        callOf({
          email: textOf(fields, 'email'),
          first_name: textOf(fields, 'first'),
          last_name: textOf(fields, 'last'),
          ...(withAccess && { access }),
        })
      }
    >
      <div className={styles.pair}>
        <FormField label={INVITE.firstName} name="first" required maxLength={NAME_MAX} autoComplete="off" />
        <FormField label={INVITE.lastName} name="last" required maxLength={NAME_MAX} autoComplete="off" />
      </div>
      <FormField label={INVITE.email} name="email" type="email" required maxLength={320} autoComplete="off" />
      {withAccess ? (
        <SelectField label={INVITE.access} options={ACCESS.options} value={access} onChoose={setAccess} />
      ) : null}
    </SaveForm>
  );
}
