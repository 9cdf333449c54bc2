import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { Button } from '../../ui/button.tsx';
import { focusOnMount } from '../../ui/form/focus-on-mount.ts';
import { FormField } from '../../ui/form/form-field.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { ProductMark } from '../../ui/product-mark.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { useBrowserOnline } from '../../lib/device/connectivity.ts';
import { useDelayed } from '../../ui/status/use-delayed.ts';
import { PRODUCT_NAME } from '../../product.ts';
import { continueAs } from '../../../db/commands/account/continue-as.ts';
import { lastAccount } from '../../../db/queries/account/accounts.ts';
import { endedAccess } from '../../../db/queries/account/ended-access.ts';
import { isEmbedded } from '../../session/embedded.ts';
import { continueOffline } from '../../session/offline-work.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { useSessionStart } from '../../session/use-session-start.ts';
import { syncClient } from '../../sync-client.ts';
import styles from './login-screen.module.css';

/** Seldom needed: in a chunk of its own. */
const EndedAccessNote = lazyComponent(() =>
  import('./ended-access-note.tsx').then((module) => module.EndedAccessNote),
);

type Attempt =
  | { state: 'idle' }
  | { state: 'pending' }
  | { state: 'failed'; message: string; reached: boolean };

/**
 * Sign-in (docs/product/sign-in.md, "Sessions"). No mirror is open here: a visit clears the loaded user. `to`: where it leads, rather than to the page
 * before it.
 */
export function LoginScreen({ to }: { to?: string }) {
  const [parameters] = useSearchParams();
  const [attempt, setAttempt] = useState<Attempt>({ state: 'idle' });
  const before = pageBefore(useLocation().state);
  const from = to ?? before;
  const signedIn = useSessionStart();
  const password = useRef<HTMLInputElement>(null);
  const pending = attempt.state === 'pending';
  const spinning = useDelayed(pending);

  useEffect(() => {
    if (attempt.state === 'failed' && attempt.reached) password.current?.select();
  }, [attempt]);

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const fields = new FormData(event.currentTarget);
    setAttempt({ state: 'pending' });
    try {
      const answer = await syncClient().signIn({
        email: fieldText(fields, 'email').trim(),
        password: fieldText(fields, 'password'),
        framed: isEmbedded,
      });
      if (answer.outcome !== 'signed_in') {
        setAttempt({
          state: 'failed',
          message: answer.message,
          reached: answer.outcome === 'refused',
        });
      }
    } catch (failure) {
      reportError(failure);
      setAttempt({
        state: 'failed',
        message: 'The sign-in could not be carried out. Refresh the page and try again.',
        reached: true,
      });
    }
  };

  // The one way on, whether the sign-in was made here or in another tab.
  if (signedIn) return <Navigate to={from} replace />;
  return (
    <main className={styles.screen}>
      <div className={styles.panel}>
        <div className={styles.brand}>
          <ProductMark size={40} />
          <h1 className={styles.name}>{PRODUCT_NAME}</h1>
          <p className={styles.tagline}>Making Transactions Simple</p>
        </div>
        <ActionMessage action={parameters.get('action')} />
        <EndedAccessNotes />
        <form className={styles.form} onSubmit={signIn}>
          <FormField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={320}
            ref={focusOnMount}
          />
          <FormField
            label="Password"
            ref={password}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={1024}
            aria-invalid={attempt.state === 'failed' && attempt.reached ? true : undefined}
            aria-describedby={attempt.state === 'failed' ? 'sign-in-error' : undefined}
          />
          {attempt.state === 'failed' ? (
            <Callout id="sign-in-error" tone="danger" role="alert">
              {attempt.message}
            </Callout>
          ) : null}
          <Button type="submit" look="primary" className={styles.submit} aria-disabled={pending}>
            {spinning ? <Spinner /> : null}
            {spinning ? 'Signing in…' : 'Sign in'}
          </Button>
          <Link to="/login/forgotten" className={styles.aside}>
            Forgotten your password?
          </Link>
        </form>
        {to !== undefined ? null : (
          <OfflineWay unreachable={attempt.state === 'failed' && !attempt.reached} />
        )}
      </div>
    </main>
  );
}

/** Whose access has ended on this device, and what is left of their work. */
function EndedAccessNotes() {
  const ended = useLiveQuery(endedAccess, []) ?? [];
  return ended.map((each) => <EndedAccessNote key={each.account.userId} ended={each} />);
}

function ActionMessage({ action }: { action: string | null }) {
  if (action === null || action === 'access_ended') return null;
  return (
    <Callout role="status" className={styles.message}>
      {actionWords(action)}
    </Callout>
  );
}

function actionWords(action: string): string {
  switch (action) {
    case 'logout':
      return 'You have signed out.';
    case 'password_set':
      return 'Your new password is set. Sign in with it.';
    case 'not_kept':
      return 'Nobody is signed in on this device: nothing of what you shared was kept. Sign in, then share it again.';
    default:
      return 'Your session has ended. Sign in to go on: what was not sent is kept on this device.';
  }
}

/** Without the server nobody can sign in, yet the work on the device is there. The queue stays paused. */
function OfflineWay({ unreachable }: { unreachable: boolean }) {
  const online = useBrowserOnline();
  const account = useLiveQuery(lastAccount, []);
  const navigate = useNavigate();
  if (!account || (online && !unreachable)) return null;
  const goOn = async () => {
    await continueAs(account);
    continueOffline(account.userId);
    await navigate('/');
  };
  return (
    <div className={styles.offline}>
      <p>
        {online ? 'The server cannot sign you in just now.' : 'You are offline.'} What is on this device can
        still be read and edited; it is sent once you sign in.
      </p>
      <Button onClick={goOn}>Continue as {account.fullName || account.email} on this device</Button>
    </div>
  );
}

/** The page that the sign-in was asked for by; the router keeps it as anything. */
function pageBefore(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  return typeof state.from === 'string' ? state.from : '/';
}

function fieldText(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
