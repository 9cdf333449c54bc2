import { useState } from 'react';
import { askForPasswordLink } from '../../../../db/commands/account/open-calls.ts';
import { syncClient } from '../../../sync-client.ts';
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { FORGOT_PASSWORD, OUTSIDE } from './outside-copy.ts';
import { OpenForm, typedIn } from './open-form.tsx';
import { OutsideFrame } from './outside-frame.tsx';

/** Requests a reset link. The answer never says whether an account exists. */
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
    <OutsideFrame title={FORGOT_PASSWORD.title}>
      {asked === null ? (
        <OpenForm action={FORGOT_PASSWORD.send} onSubmit={ask}>
          <FormField
            label={OUTSIDE.email}
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
          {FORGOT_PASSWORD.sentBefore} <bdi>{asked}</bdi>
          {FORGOT_PASSWORD.sentAfter}
        </Callout>
      )}
    </OutsideFrame>
  );
}
