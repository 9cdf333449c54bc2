import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { unlockDevice } from '../../../db/commands/account/device-lock.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { useNotifyFirstPaint } from '../../lib/loading/first-paint.ts';
import { useBrowserOnline } from '../../lib/device/connectivity.ts';
import { PRODUCT_NAME } from '../../product.ts';
import styles from '../../screens/login/login-screen.module.css';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { focusOnMount } from '../../ui/form/focus-on-mount.ts';
import { FormField } from '../../ui/form/form-field.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { ProductMark } from '../../ui/product-mark.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { useDelayed } from '../../ui/status/use-delayed.ts';
import { useLoadedUser } from '../mirror-context.ts';
import { LOCK, passphraseProblem, SIGN_OUT } from '../session-copy.ts';
import { requestSignOut } from '../sign-out/sign-out-request.ts';
import { lockedOutBy, signOutWork, type SignOutWork } from '../sign-out/sign-out-question.ts';
import dialogStyles from '../sign-out/sign-out-dialog.module.css';

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
  const lockedOut = leaving && lockedOutBy(leaving.summary.connection, online);
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
      setProblem(passphraseProblem(await unlockDevice(db, field.current?.value ?? '')));
    } catch (error) {
      reportError(error);
      setProblem(LOCK.failed);
    }
    setPending(false);
  };
  const signOut = async () => requestSignOut(navigate, account);
  return (
    <main className={styles.screen}>
      <div className={styles.panel}>
        <div className={styles.brand}>
          <ProductMark size={40} />
          <h1 className={styles.name}>{LOCK.title(PRODUCT_NAME)}</h1>
          <p className={styles.tagline}>{account.fullName || account.email}</p>
        </div>
        <form className={styles.form} onSubmit={unlock}>
          <FormField
            label={LOCK.passphrase}
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
            {spinning ? LOCK.unlocking : LOCK.unlock}
          </Button>
        </form>
        <div className={styles.offline}>
          <p>{LOCK.uploads}</p>
          <Button look="quiet" onClick={() => runCommand(signOutWork(db).then(setLeaving))}>
            {LOCK.signOut}
          </Button>
        </div>
      </div>
      {leaving === null ? null : (
        <ConfirmDialog
          title={LOCK.signOutTitle}
          confirm={LOCK.signOutConfirm}
          onConfirm={() => runCommand(signOut())}
          onClose={() => setLeaving(null)}
        >
          <p className={dialogStyles.question}>
            {LOCK.filesDeleted} {LOCK.filesLost(leaving.files.length)}
          </p>
          {leaving.summary.unsent > 0 ? (
            <p className={dialogStyles.question}>{SIGN_OUT.unsent(leaving.summary.unsent)}</p>
          ) : null}
          <p className={dialogStyles.question}>{LOCK.forgotten}</p>
          {lockedOut === null ? null : (
            <p className={dialogStyles.question}>{SIGN_OUT.lockedOut[lockedOut]}</p>
          )}
        </ConfirmDialog>
      )}
    </main>
  );
}
