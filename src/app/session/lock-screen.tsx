import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { unlockDevice } from '../../db/commands/account/device-lock.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { counted } from '../lib/format/numbers.ts';
import { useNotifyFirstPaint } from '../lib/loading/first-paint.ts';
import { useBrowserOnline } from '../lib/device/connectivity.ts';
import { PRODUCT_NAME } from '../product.ts';
import styles from '../screens/login/login-screen.module.css';
import { askSync } from '../sync-client.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { focusOnMount } from '../ui/form/focus-on-mount.ts';
import { FormField } from '../ui/form/form-field.tsx';
import { Callout } from '../ui/status/callout.tsx';
import { ProductMark } from '../ui/product-mark.tsx';
import { Spinner } from '../ui/status/spinner.tsx';
import { useDelayed } from '../ui/status/use-delayed.ts';
import { useLoadedUser } from './mirror-context.ts';
import { lockedOutInWords, signOutWork, type SignOutWork } from './sign-out-question.ts';
import dialogStyles from './sign-out-dialog.module.css';
import { triedInWords } from './tried-in-words.ts';

/** Asks for the passphrase of this device's lock. */
export function LockScreen() {
  const { account, db } = useLoadedUser();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<SignOutWork | null>(null);
  const spinning = useDelayed(pending);
  const online = useBrowserOnline();
  const lockedOut = leaving && lockedOutInWords(leaving.summary.connection, online);
  useNotifyFirstPaint(true);
  useEffect(() => {
    if (problem !== null) field.current?.select();
  }, [problem]);

  const unlock = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setProblem(null);
    try {
      setProblem(triedInWords(await unlockDevice(db, field.current?.value ?? '')));
    } catch (error) {
      reportError(error);
      setProblem('The passphrase could not be looked at. Reload the page and try again.');
    }
    setPending(false);
  };
  const signOut = async () => {
    await navigate('/login?action=logout');
    askSync((sync) => sync.signOut(db.userId));
  };
  return (
    <main className={styles.screen}>
      <div className={styles.panel}>
        <div className={styles.brand}>
          <ProductMark size={40} />
          <h1 className={styles.name}>{PRODUCT_NAME} is locked</h1>
          <p className={styles.tagline}>{account.fullName || account.email}</p>
        </div>
        <form className={styles.form} onSubmit={unlock}>
          <FormField
            label="Passphrase of this device"
            ref={(input) => {
              field.current = input;
              focusOnMount(input);
            }}
            type="password"
            autoComplete="off"
            required
            maxLength={1000}
            aria-invalid={problem === null ? undefined : true}
            aria-describedby={problem === null ? undefined : 'unlock-error'}
          />
          {problem === null ? null : (
            <Callout id="unlock-error" tone="danger" role="alert">
              {problem}
            </Callout>
          )}
          <Button type="submit" look="primary" className={styles.submit} aria-disabled={pending}>
            {spinning ? <Spinner /> : null}
            {spinning ? 'Unlocking…' : 'Unlock'}
          </Button>
        </form>
        <div className={styles.offline}>
          <p>Files that wait to be sent go on when you unlock.</p>
          <Button look="quiet" onClick={() => runCommand(signOutWork(db).then(setLeaving))}>
            Sign out of this device…
          </Button>
        </div>
      </div>
      {leaving === null ? null : (
        <ConfirmDialog
          title="Sign out of this device?"
          confirm="Delete the files and sign out"
          onConfirm={() => runCommand(signOut())}
          onClose={() => setLeaving(null)}
        >
          <p className={dialogStyles.question}>{filesInWords(leaving.files.length)}</p>
          {leaving.summary.unsent > 0 ? (
            <p className={dialogStyles.question}>{editsInWords(leaving.summary.unsent)}</p>
          ) : null}
          <p className={dialogStyles.question}>
            Without the passphrase this is the only way on. You sign in again with your password.
          </p>
          {lockedOut === null ? null : <p className={dialogStyles.question}>{lockedOut}</p>}
        </ConfirmDialog>
      )}
    </main>
  );
}

function filesInWords(unsent: number): string {
  const kept = 'Signing out deletes all files that are kept on this device, and the lock.';
  if (unsent === 0) return `${kept} None of them is on this device alone.`;
  const [are, them] = unsent === 1 ? ['is', 'It is'] : ['are', 'They are'];
  return `${kept} ${counted(unsent, 'file', 'files')} ${are} not on the server. ${them} lost.`;
}

function editsInWords(unsent: number): string {
  return unsent === 1
    ? '1 change has not been sent. It stays on this device, and goes out when you sign in here again.'
    : `${unsent} changes have not been sent. They stay on this device, and go out when you sign in here again.`;
}
