import { useState } from 'react';
import { passwordFault } from '../../../../contract/rules/account/password.ts';
import { FormField } from '../../../ui/form/form-field.tsx';

/** A new password; once it was left, what is wrong with it is said while it is typed. */
export function NewPasswordField({ label }: { label: string }) {
  const [typed, setTyped] = useState('');
  const [isLeft, setLeft] = useState(false);
  const fault = typed === '' ? null : passwordFault(typed);
  return (
    <FormField
      label={label}
      name="new-password"
      type="password"
      autoComplete="new-password"
      required
      value={typed}
      problem={isLeft ? fault : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => setLeft(true)}
    />
  );
}
