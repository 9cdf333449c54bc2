import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useSessionStart } from '../../../session/use-session-start.ts';
import { syncClient } from '../../../sync-client.ts';
import { NotHereYet } from './not-here-yet.tsx';
import { OpenForm } from './open-form.tsx';
import { OutsideFrame } from './outside-frame.tsx';

/** A throw-away account with a sample deal (docs/product/sign-in.md, "Pages without a session"): on demo installations alone. */
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
  if (!isHere) return <NotHereYet title="Test drive" />;
  return (
    <OutsideFrame title="Test drive">
      <OpenForm action="Begin" onSubmit={begin}>
        <p>
          You get an account of your own and a sample transaction in it, to try whatever you like. Once you
          sign out you cannot come back to it, and once nobody has used it for a week it is deleted.
        </p>
      </OpenForm>
    </OutsideFrame>
  );
}
