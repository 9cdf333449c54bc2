import { useState } from 'react';
import { enterWitnessCode } from '../room-calls.ts';
import styles from '../signing-room.module.css';

/** Asks a witness, on their own device, for the code that the signatory shows them. */
export function WitnessEntry() {
  // The address in the QR code includes the code.
  const [code, setCode] = useState(() => window.location.hash.slice(1, 41));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    const answer = await enterWitnessCode(code);
    setBusy(false);
    setProblem('problem' in answer ? answer.problem : null);
    if ('token' in answer) window.location.replace(`/sign/${answer.token}`);
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <strong>Counterpart</strong>
      </header>
      <main className={styles.main}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void enter();
          }}
        >
          <h1>Sign as a witness</h1>
          <p>The signatory will show you a code. Enter it here to see what they signed.</p>
          <label className={styles.field}>
            Code
            <input
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </label>
          {problem !== null && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <button className={styles.button} type="submit" disabled={isBusy || code.trim() === ''}>
            Continue
          </button>
        </form>
      </main>
    </div>
  );
}
