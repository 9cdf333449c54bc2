import { useEffect, useMemo, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../db/database.ts';
import type { AccountRow } from '../../db/device-database.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { useBrowserOnline } from '../lib/device/connectivity.ts';
import { useRetriedImages } from '../lib/loading/use-retried-images.ts';
import { signOutAction } from '../../contract/rules/account/sign-out-action.ts';
import { askSyncLater } from '../sync-client.ts';
import { accountOnDevice, mirrorOf } from '../../db/queries/account/accounts.ts';
import { LoginScreen } from '../screens/login/fetched-login-screen.ts';
import { isEmbedded } from './embedded.ts';
import { MirrorContext } from './mirror-context.ts';
import { isSignInDue } from './offline-work.ts';
import { LockScreen } from './lazy-lock-screen.ts';
import { useDeviceLock } from './use-device-lock.ts';
import { useLockedForm } from './use-locked-form.ts';

const UploadDuties = lazyComponent(() => import('./duties.ts').then((module) => module.UploadDuties), {
  optional: true,
});
const KeepingDuties = lazyComponent(() => import('./duties.ts').then((module) => module.KeepingDuties), {
  optional: true,
});

/**
 * The pages that need a person (docs/product/sign-in.md, "Pages without a session"). The mirror is opened and shown at once; the worker takes up its work
 * behind it. An ended session leads to the sign-in, unless there is no network to sign in over.
 */
export function SignedIn() {
  const account = useLiveQuery(accountOnDevice, []);
  const online = useBrowserOnline();
  const { pathname, search } = useLocation();
  const from = `${pathname}${search}`;
  if (account === undefined) return null;
  const isOver = account === null || isSignInDue(account, online);
  // Outside of the shell nothing leads elsewhere (docs/product/sign-in.md, "Sessions").
  if (isOver && isEmbedded) return <LoginScreen to={from} />;
  if (account === null) return <Navigate to="/login" replace state={{ from }} />;
  if (isOver) {
    const reason = account.accessEnded === undefined ? undefined : 'access_ended';
    const action = account.session === 'ended' ? signOutAction(reason) : (reason ?? 'logout');
    return <Navigate to={`/login?action=${action}`} replace state={{ from }} />;
  }
  return (
    <LoadedMirror key={account.userId} account={account}>
      <Outlet />
    </LoadedMirror>
  );
}

function LoadedMirror({ account, children }: { account: AccountRow; children: ReactNode }) {
  const { userId } = account;
  const db = useMemo(() => mirrorOf({ userId }), [userId]);
  useEffect(() => askSyncLater((sync) => sync.attach(userId)), [userId]);
  const access = useDeviceLock(db);
  const loaded = useMemo(() => ({ account, db }), [account, db]);
  return (
    <MirrorContext value={loaded}>
      <UploadDuties db={db} />
      {access === 'open' ? (
        <Unlocked db={db}>{children}</Unlocked>
      ) : access === 'locked' ? (
        <LockScreen />
      ) : null}
    </MirrorContext>
  );
}

function Unlocked({ db, children }: { db: MirrorDatabase; children: ReactNode }) {
  useLockedForm(db);
  useRetriedImages();
  return (
    <>
      <KeepingDuties db={db} />
      {children}
    </>
  );
}
