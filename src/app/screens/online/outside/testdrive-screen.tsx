import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useSessionStart } from '../../../session/use-session-start.ts';
import { syncClient } from '../../../sync-client.ts';
import { Callout } from '../../../ui/status/callout.tsx';
import { TESTDRIVE, OUTSIDE } from './outside-copy.ts';
import { OpenForm } from './open-form.tsx';
import { OutsideFrame } from './outside-frame.tsx';

/** Creates a temporary account with a sample deal, on demo installations only (docs/product/sign-in.md, "Pages without a session"). */
export function TestdriveScreen() {
  const [isHere, setHere] = useState(true);
  const signedIn = useSessionStart();
  const begin = async () => {
    const answer = await syncClient().testdrive();
    if (answer.outcome === 'signed_in') return null;
    if (answer.outcome === 'refused') setHere(false);
    return answer.message;
  };
  if (signedIn) return <Navigate to="/" replace />;
  if (!isHere) return <NotAvailable title={TESTDRIVE.title} />;
  return (
    <OutsideFrame title={TESTDRIVE.title}>
      <OpenForm action={TESTDRIVE.begin} onSubmit={begin}>
        <p>{TESTDRIVE.hint}</p>
      </OpenForm>
    </OutsideFrame>
  );
}

/** Replaces a page that this installation does not have. */
function NotAvailable({ title }: { title: string }) {
  return (
    <OutsideFrame title={title}>
      <Callout>{OUTSIDE.notAvailable}</Callout>
    </OutsideFrame>
  );
}
