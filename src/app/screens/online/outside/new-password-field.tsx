import { useState } from 'react';
import { passwordFault } from '../../../../contract/rules/account/password.ts';
import { FormField } from '../../../ui/form/form-field.tsx';

/** A field for a new password. After the first blur, it shows what is wrong while the user types. */
export function NewPasswordField({ label }: { label: string }) {
  const [typed, setTyped] = useState('');
  const [wasBlurred, setBlurred] = useState(false);
  const fault = typed === '' ? null : passwordFault(typed);
  return (
    <FormField
      label={label}
      name="new-password"
      type="password"
      autoComplete="new-password"
      required
      value={typed}
      problem={wasBlurred ? fault : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => setBlurred(true)}
    />
  );
}
