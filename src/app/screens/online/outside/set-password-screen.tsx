import { useNavigate, useSearchParams } from 'react-router-dom';
import { setPassword } from '../../../../db/commands/account/open-calls.ts';
import { syncClient } from '../../../sync-client.ts';
import { Callout } from '../../../ui/status/callout.tsx';
import { SET_PASSWORD } from './outside-copy.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { OpenForm, typedIn } from './open-form.tsx';
import { OutsideFrame } from './outside-frame.tsx';

/** Sets a new password with the link from the email (docs/product/sign-in.md, "Pages without a session"). */
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
    <OutsideFrame title={SET_PASSWORD.title}>
      {passwordId === '' ? (
        <Callout tone="danger">{SET_PASSWORD.incompleteLink}</Callout>
      ) : (
        <OpenForm action={SET_PASSWORD.set} onSubmit={set}>
          <NewPasswordField label={SET_PASSWORD.label} />
        </OpenForm>
      )}
    </OutsideFrame>
  );
}
