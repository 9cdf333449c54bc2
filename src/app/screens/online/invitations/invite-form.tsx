import { useState } from 'react';
import type { Access } from '../../../../contract/entities/participant.ts';
import type { Invited, OnlineCall } from '../../../../db/commands/account/online-calls.ts';
import { SelectField } from '../../../ui/form/select.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { SaveForm, textOf } from '../account/save-form.tsx';
import { ACCESS } from './access-choice.tsx';
import styles from '../account/account.module.css';

const NAME_MAX = 100;

interface InviteFormProps {
  /** The transaction or organization that they are invited to. */
  to: string;
  /** To a transaction: it is said what they may do in it. */
  withAccess?: boolean;
  callOf: (invited: Invited) => OnlineCall;
}

/** Who is to be invited. */
export function InviteForm({ to, withAccess = false, callOf }: InviteFormProps) {
  const [access, setAccess] = useState<Access>('full');
  return (
    <SaveForm
      label="Invite by e-mail"
      of={to}
      words={['Invite', 'Invited']}
      emptied
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
        <FormField label="First name" name="first" required maxLength={NAME_MAX} autoComplete="off" />
        <FormField label="Last name" name="last" required maxLength={NAME_MAX} autoComplete="off" />
      </div>
      <FormField
        label="E-mail address"
        name="email"
        type="email"
        required
        maxLength={320}
        autoComplete="off"
      />
      {withAccess ? (
        <SelectField label="Access" options={ACCESS} value={access} onChoose={setAccess} />
      ) : null}
    </SaveForm>
  );
}
