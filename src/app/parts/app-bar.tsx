import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import LogOut from 'lucide-react/icons/log-out';
import { wipeUnsentFiles } from '../../db/commands/wipe-unsent-files.ts';
import { me } from '../../db/queries/session.ts';
import { syncStatus } from '../../db/queries/sync-status.ts';
import { NotificationBell } from '../notifications/notification-bell.tsx';
import { useLoadedUser } from '../session/mirror-context.ts';
import { signOutQuestion, type SignOutQuestion } from '../session/sign-out-question.ts';
import { askSync } from '../sync-client.ts';
import { SyncIndicator } from '../sync-status/sync-indicator.tsx';
import { PRODUCT_NAME } from '../product.ts';
import { Button } from './button.tsx';
import { carryOut } from './carry-out.ts';
import { counted } from './counted.ts';
import { ProductMark } from './product-mark.tsx';
import { useBrowserOnline } from './use-browser-online.ts';
import styles from './app-bar.module.css';

const UnsentWork = lazy(() =>
  import('../sync-status/unsent-work.tsx').then((module) => ({ default: module.UnsentWork })),
);
const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** Stands on top of every page of a signed-in person. */
export function AppBar() {
  const { db, account } = useLoadedUser();
  const user = useLiveQuery(() => me(db), [db]);
  const online = useBrowserOnline();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<SignOutQuestion | null>(null);
  const signOut = async ({ deleteFiles }: { deleteFiles: boolean }) => {
    if (deleteFiles) await wipeUnsentFiles(db);
    // The page leaves first: the guard of the signed-in pages would send it to a sign-in without the right words.
    await navigate('/login?action=logout');
    askSync((sync) => sync.signOut());
  };
  const askToSignOut = async () => {
    const question = signOutQuestion(await syncStatus(db), online);
    if (question) setAsking(question);
    else await signOut({ deleteFiles: false });
  };
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.home} aria-label={`${PRODUCT_NAME}, all transactions`}>
        <ProductMark />
        <span className={styles.name}>{PRODUCT_NAME}</span>
      </Link>
      <div className={styles.side}>
        <SyncIndicator />
        <NotificationBell />
        <span className={styles.person}>
          <span className={styles.personName}>{user?.fullName ?? account.fullName}</span>
          {user ? <span className={styles.firm}>{user.organizationName}</span> : null}
        </span>
        <Button
          look="quiet"
          icon={<LogOut aria-hidden="true" />}
          onClick={askToSignOut}
          aria-label="Sign out"
        >
          <span className={styles.signOutWords}>Sign out</span>
        </Button>
      </div>
      {asking !== null ? (
        <Suspense>
          <ConfirmDialog
            title={asking.title}
            confirm={
              asking.lost > 0 ? `Delete ${counted(asking.lost, 'file', 'files')} and sign out` : 'Sign out'
            }
            onConfirm={() => carryOut(signOut({ deleteFiles: asking.lost > 0 }))}
            onClose={() => setAsking(null)}
          >
            {asking.lockedOut === null ? null : <p className={styles.question}>{asking.lockedOut}</p>}
            {asking.lost > 0 ? (
              <p className={styles.question}>
                {counted(asking.lost, 'file is', 'files are')} not on the server. Signing out deletes{' '}
                {asking.lost === 1 ? 'it' : 'them'} from this device: wait until the upload is complete, or
                export your unsent work first.
              </p>
            ) : null}
            {asking.kept > 0 ? (
              <p className={styles.question}>
                {counted(asking.kept, 'change has', 'changes have')} not reached the server.{' '}
                {asking.kept === 1 ? 'It stays' : 'They stay'} on this device and{' '}
                {asking.kept === 1 ? 'goes' : 'go'} out when you sign in here again.
              </p>
            ) : null}
            {asking.kept + asking.lost > 0 ? <UnsentWork exportOnly /> : null}
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </header>
  );
}
