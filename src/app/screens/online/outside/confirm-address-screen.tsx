import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { confirmAddress } from '../../../../db/commands/account/open-calls.ts';
import { syncClient } from '../../../sync-client.ts';
import { Callout } from '../../../ui/status/callout.tsx';
import { CONFIRM_ADDRESS } from './outside-copy.ts';
import { OpenForm } from './open-form.tsx';
import { OutsideFrame } from './outside-frame.tsx';

/** The page behind the link of the confirmation email. It needs a click, because mail programs open links by themselves. */
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
    <OutsideFrame title={CONFIRM_ADDRESS.title}>
      {token === '' ? (
        <Callout tone="danger">{CONFIRM_ADDRESS.incompleteLink}</Callout>
      ) : isDone ? (
        <Callout role="status">
          {CONFIRM_ADDRESS.confirmed} <Link to="/">{CONFIRM_ADDRESS.transactions}</Link>.
        </Callout>
      ) : (
        <OpenForm action={CONFIRM_ADDRESS.confirm} onSubmit={confirm}>
          <p>{CONFIRM_ADDRESS.hint}</p>
        </OpenForm>
      )}
    </OutsideFrame>
  );
}
