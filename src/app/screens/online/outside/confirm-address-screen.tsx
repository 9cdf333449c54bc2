import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { confirmAddress } from '../../../../db/commands/account/open-calls.ts';
import { syncClient } from '../../../sync-client.ts';
import { Callout } from '../../../ui/status/callout.tsx';
import { OpenForm } from './open-form.tsx';
import { OutsideFrame } from './outside-frame.tsx';

/** The link of the confirmation e-mail. A button, since mail programs open links by themselves. */
export function ConfirmAddressScreen() {
  const token = useSearchParams()[0].get('token') ?? '';
  const [isDone, setIsDone] = useState(false);
  const confirm = async () => {
    const outcome = await syncClient().runOpenly(confirmAddress(token));
    if (outcome.outcome !== 'done') return outcome.message;
    setIsDone(true);
    return null;
  };
  return (
    <OutsideFrame title="Confirm your e-mail address">
      {token === '' ? (
        <Callout tone="danger">This link is incomplete. Open it again from the e-mail.</Callout>
      ) : isDone ? (
        <Callout role="status">
          Your e-mail address is confirmed. Invitations sent to it now appear above{' '}
          <Link to="/">your transactions</Link>.
        </Callout>
      ) : (
        <OpenForm action="Confirm my address" onSubmit={confirm}>
          <p>Invitations sent to this address will then appear in Counterpart automatically.</p>
        </OpenForm>
      )}
    </OutsideFrame>
  );
}
