import { useEffect, useState } from 'react';
import type { NewDeviceRoom as Room } from '../../contract/entities/signing/signing-room.ts';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';

/** How long a person must wait for an email before they can request another one, ms. */
const PATIENCE = 60_000;

const SIX_DIGITS = /^(\D*\d){6}\D*$/;

/** Asks for the code that is emailed when a new device is used. Until it is entered, the room shows nothing about the deal. */
export function NewDeviceRoom({ room, handle }: { room: Room; handle: RoomHandle }) {
  const { address, code_expires_at: expiresAt } = room;
  const { organization } = room.sender;
  const { act, isBusy, draft, problem } = handle;
  const [code, setCode] = useState('');
  // Phones may reload the page while the person reads the email, so the server's response says whether a code was sent.
  const isSent = expiresAt !== null;
  const email = async () => {
    setCode('');
    await act({ name: 'device_code' });
  };
  return (
    <div className={styles.step}>
      <h1 ref={focus} tabIndex={-1}>
        {isSent ? 'Enter the code we emailed you' : 'Confirm it’s you'}
      </h1>
      {isSent ? (
        <p role="status">
          We emailed a six-digit code to <strong>{address}</strong>. It works until{' '}
          {new Date(expiresAt).toLocaleTimeString('en-US', { timeStyle: 'short' })}. If you don’t see it,
          check your spam folder.
        </p>
      ) : (
        <p>
          {organization} sent you documents to sign, but we don’t recognize this device or browser. To open
          them here, you’ll need a code. We’ll email it to <strong>{address}</strong>.
        </p>
      )}
      {draft.pending.length > 0 && (
        <p>What you signed on this device is kept here and will be sent once you enter the code.</p>
      )}
      {isSent ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void act({ name: 'device', body: { code } });
          }}
        >
          <label className={styles.field}>
            Code
            <input
              ref={focus}
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={40}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </label>
          {problem !== null && <Problem said={problem} />}
          <button className={styles.button} type="submit" disabled={isBusy || !SIX_DIGITS.test(code)}>
            Open the documents
          </button>
          <AnotherCode
            key={expiresAt}
            isNeeded={problem !== null}
            isBusy={isBusy}
            onAsk={() => void email()}
          />
        </form>
      ) : (
        <>
          {problem !== null && <Problem said={problem} />}
          <button className={styles.button} type="button" disabled={isBusy} onClick={() => void email()}>
            Email me a code
          </button>
        </>
      )}
      {!navigator.cookieEnabled && (
        <p className={styles.hint}>
          This browser blocks cookies, so it will ask for a code each time you open the link. To avoid that,
          allow cookies for {window.location.host}.
        </p>
      )}
      <p className={styles.hint}>
        If that isn’t your email address, contact {organization}. They can send the documents to a different
        address.
      </p>
    </div>
  );
}

/** Focuses an element when it mounts. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

function Problem({ said }: { said: string }) {
  return (
    <p className={styles.problem} role="alert">
      {said}
    </p>
  );
}

/** Offers another code once the last one has had time to arrive, or immediately if there is a problem. */
function AnotherCode({ isNeeded, isBusy, onAsk }: { isNeeded: boolean; isBusy: boolean; onAsk: () => void }) {
  const [isEarly, setEarly] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setEarly(false), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return isEarly && !isNeeded ? (
    <p className={styles.hint}>Didn’t get it? You can ask for another code in a minute.</p>
  ) : (
    <button className={styles.quiet} type="button" disabled={isBusy} onClick={onAsk}>
      Email me another code
    </button>
  );
}
