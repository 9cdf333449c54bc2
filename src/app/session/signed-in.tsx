import { useMemo, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../db/database.ts';
import type { AccountRow } from '../../db/device-database.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { useBrowserOnline } from '../lib/device/connectivity.ts';
import { useRetriedImages } from '../lib/loading/retry-failed-files.ts';
import { accountOnDevice, mirrorOf } from '../../db/queries/account/accounts.ts';
import { LoginScreen } from '../screens/login/lazy-login-screen.ts';
import { isEmbedded } from './embedded.ts';
import { MirrorContext } from './mirror-context.ts';
import { isSignInDue, signInAction } from './offline-work.ts';
import { useDeviceLock } from './lock/use-device-lock.ts';

const BackgroundWork = lazyComponent(
  () => import('./background/background-work.ts').then((module) => module.BackgroundWork),
  { optional: true },
);
const UnlockedWork = lazyComponent(
  () => import('./background/background-work.ts').then((module) => module.UnlockedWork),
  { optional: true },
);
const LockScreen = lazyComponent(() => import('./lock/lock-screen.tsx').then((module) => module.LockScreen));

/**
 * Wraps the pages that need a signed-in user (docs/product/sign-in.md). They show the mirror at once, and the worker starts in the background. An
 * ended session leads to the sign-in page, unless the device is offline.
 */
export function SignedIn() {
  const account = useLiveQuery(accountOnDevice, []);
  const online = useBrowserOnline();
  const { pathname, search } = useLocation();
  const from = `${pathname}${search}`;
  if (account === undefined) return null;
  const isOver = account === null || isSignInDue(account, online);
  // An embedded page must not redirect (docs/product/sign-in.md, "Embedded transactions").
  if (isOver && isEmbedded) return <LoginScreen to={from} />;
  if (account === null) return <Navigate to="/login" replace state={{ from }} />;
  if (isOver) return <Navigate to={`/login?action=${signInAction(account)}`} replace state={{ from }} />;
  return (
    <LoadedMirror key={account.userId} account={account}>
      <Outlet />
    </LoadedMirror>
  );
}

function LoadedMirror({ account, children }: { account: AccountRow; children: ReactNode }) {
  const { userId } = account;
  const db = useMemo(() => mirrorOf({ userId }), [userId]);
  const access = useDeviceLock(db);
  const loaded = useMemo(() => ({ account, db }), [account, db]);
  return (
    <MirrorContext value={loaded}>
      <BackgroundWork db={db} />
      {access === 'open' ? (
        <Unlocked db={db}>{children}</Unlocked>
      ) : access === 'locked' ? (
        <LockScreen />
      ) : null}
    </MirrorContext>
  );
}

function Unlocked({ db, children }: { db: MirrorDatabase; children: ReactNode }) {
  useRetriedImages();
  return (
    <>
      <UnlockedWork db={db} />
      {children}
    </>
  );
}
