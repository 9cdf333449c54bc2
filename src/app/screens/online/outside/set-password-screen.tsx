import { useNavigate, useSearchParams } from 'react-router-dom';
import { setPassword } from '../../../../db/commands/account/open-calls.ts';
import { syncClient } from '../../../sync-client.ts';
import { Callout } from '../../../ui/status/callout.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { OpenForm, typedIn } from './open-form.tsx';
import { OutsideFrame } from './outside-frame.tsx';

/** A new password by the link of the mail (docs/product/sign-in.md, "Pages without a session"). */
export function SetPasswordScreen() {
  const passwordId = useSearchParams()[0].get('passwordId') ?? '';
  const navigate = useNavigate();
  const set = async (fields: FormData) => {
    const outcome = await syncClient().runOpenly(setPassword(passwordId, typedIn(fields, 'new-password')));
    if (outcome.outcome !== 'done') return outcome.message;
    await navigate('/login?action=password_set', { replace: true });
    return null;
  };
  return (
    <OutsideFrame title="New password">
      {passwordId === '' ? (
        <Callout tone="danger">This link is not complete. Open it once more from the mail.</Callout>
      ) : (
        <OpenForm action="Set the password" onSubmit={set}>
          <NewPasswordField label="New password" />
        </OpenForm>
      )}
    </OutsideFrame>
  );
}
