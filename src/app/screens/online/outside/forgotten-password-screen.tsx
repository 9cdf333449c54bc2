import { useState } from 'react';
import { askForPasswordLink } from '../../../../db/commands/account/open-calls.ts';
import { syncClient } from '../../../sync-client.ts';
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { OpenForm, typedIn } from './open-form.tsx';
import { OutsideFrame } from './outside-frame.tsx';

/** Has a link for a new password mailed. Whether there is such an account is said to nobody. */
export function ForgottenPasswordScreen() {
  const [asked, setAsked] = useState<string | null>(null);
  const ask = async (fields: FormData) => {
    const email = typedIn(fields, 'email').trim();
    const outcome = await syncClient().runOpenly(askForPasswordLink(email));
    if (outcome.outcome !== 'done') return outcome.message;
    setAsked(email);
    return null;
  };
  return (
    <OutsideFrame title="Forgotten password">
      {asked === null ? (
        <OpenForm action="Send me a link" onSubmit={ask}>
          <FormField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={320}
            ref={focusOnMount}
          />
        </OpenForm>
      ) : (
        <Callout role="status">
          If <bdi>{asked}</bdi> has an account here, a link for a new password is on its way there. It works
          once, within an hour.
        </Callout>
      )}
    </OutsideFrame>
  );
}
