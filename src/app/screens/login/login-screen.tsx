import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { continueAs } from '../../../db/commands/account/continue-as.ts';
import { lastAccount, isSessionOver } from '../../../db/queries/account/accounts.ts';
import { endedAccess } from '../../../db/queries/account/ended-access.ts';
import { Button } from '../../ui/button.tsx';
import { focusOnMount } from '../../ui/form/focus-on-mount.ts';
import { FormField } from '../../ui/form/form-field.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { ProductMark } from '../../ui/product-mark.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { useBrowserOnline } from '../../lib/device/connectivity.ts';
import { useDelayed } from '../../ui/status/use-delayed.ts';
import { PRODUCT_NAME } from '../../product.ts';
import { isEmbedded } from '../../session/embedded.ts';
import { continueOffline } from '../../session/offline-work.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { useSessionStart } from '../../session/use-session-start.ts';
import { syncClient, askSync } from '../../sync-client.ts';
import { signOutRequestIn } from '../../session/sign-out/sign-out-request.ts';
import { LOGIN, OFFLINE, REASONS } from './login-copy.ts';
import styles from './login-screen.module.css';

/** Rarely needed, so in a separate chunk. */
const EndedAccessNote = lazyComponent(() =>
  import('./ended-access-note.tsx').then((module) => module.EndedAccessNote),
);

type Attempt =
  | { state: 'idle' }
  | { state: 'pending' }
  | { state: 'failed'; message: string; reached: boolean };

/**
 * Signs in (docs/product/sign-in.md, "Sessions"). A visit clears the loaded user, and no mirror is open. It returns to the previous
 * page, or goes to `to`.
 */
export function LoginScreen({ to }: { to?: string }) {
  const [parameters] = useSearchParams();
  const [attempt, setAttempt] = useState<Attempt>({ state: 'idle' });
  const before = pageBefore(useLocation().state);
  const from = to ?? before;
  const signedIn = useSessionStart();
  const signingOut = useSignOut();
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
        message: LOGIN.failed,
        reached: true,
      });
    }
  };

  // The user may have signed in here or in another tab.
  if (signedIn) return <Navigate to={from} replace />;
  return (
    <main className={styles.screen}>
      <div className={styles.panel}>
        <div className={styles.brand}>
          <ProductMark size={40} />
          <h1 className={styles.name}>{PRODUCT_NAME}</h1>
          <p className={styles.tagline}>{LOGIN.tagline}</p>
        </div>
        <ActionMessage action={parameters.get('action')} signingOut={signingOut} />
        <EndedAccessNotes />
        <form className={styles.form} onSubmit={signIn}>
          <FormField
            label={LOGIN.email}
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={320}
            ref={focusOnMount}
          />
          <FormField
            label={LOGIN.password}
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
            {spinning ? LOGIN.signingIn : LOGIN.signIn}
          </Button>
          <Link to="/login/forgotten" className={styles.aside}>
            {LOGIN.forgot}
          </Link>
        </form>
        {to !== undefined ? null : (
          <ContinueOffline unreachable={attempt.state === 'failed' && !attempt.reached} />
        )}
      </div>
    </main>
  );
}

/** The users on this device whose access has ended, and their unsent work. */
function EndedAccessNotes() {
  const ended = useLiveQuery(endedAccess, []) ?? [];
  return ended.map((each) => <EndedAccessNote key={each.account.userId} ended={each} />);
}

function ActionMessage({ action, signingOut }: { action: string | null; signingOut: boolean }) {
  if (action === null || action === 'access_ended') return null;
  return (
    <Callout role="status" className={styles.message}>
      {signingOut ? LOGIN.signingOut : reasonText(action)}
    </Callout>
  );
}

function reasonText(action: string): string {
  switch (action) {
    case 'logout':
    case 'password_set':
    case 'not_kept':
      return REASONS[action];
    default:
      return REASONS.ended;
  }
}

/** Opens the work on this device while the server cannot be reached. The upload queue stays paused. */
function ContinueOffline({ unreachable }: { unreachable: boolean }) {
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
      <p>{OFFLINE.hint(online)}</p>
      <Button onClick={goOn}>{OFFLINE.continueAs(account.fullName || account.email)}</Button>
    </div>
  );
}

/** Returns the page that required the sign-in. The router stores it untyped. */
function pageBefore(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  return typeof state.from === 'string' ? state.from : '/';
}

function fieldText(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * Ends the session that this visit to the sign-in page should end, even after a reload in the middle. Returns whether that is
 * still in progress.
 */
function useSignOut(): boolean {
  const request = signOutRequestIn(useLocation().state);
  const userId = request?.userId;
  const signIns = request?.signIns;
  const over = useLiveQuery(
    async () => userId === undefined || signIns === undefined || isSessionOver({ userId, signIns }),
    [userId, signIns],
  );
  useEffect(() => {
    if (over === false && userId !== undefined) askSync((sync) => sync.signOut(userId));
  }, [over, userId]);
  return over !== true && request !== null;
}
