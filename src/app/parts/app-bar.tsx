import { Link, useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import LogOut from 'lucide-react/icons/log-out';
import { me } from '../../db/queries/session.ts';
import { useLoadedUser } from '../session/mirror-context.ts';
import { askSync } from '../sync-client.ts';
import { SyncIndicator } from '../sync-status/sync-indicator.tsx';
import { PRODUCT_NAME } from '../product.ts';
import { Button } from './button.tsx';
import { ProductMark } from './product-mark.tsx';
import styles from './app-bar.module.css';

/** Stands on top of every page of a signed-in person. */
export function AppBar() {
  const { db, account } = useLoadedUser();
  const user = useLiveQuery(() => me(db), [db]);
  const navigate = useNavigate();
  const signOut = async () => {
    // The page leaves first: the guard of the signed-in pages would send it to a sign-in without the right words.
    await navigate('/login?action=logout');
    askSync((sync) => sync.signOut());
  };
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.home} aria-label={`${PRODUCT_NAME}, all transactions`}>
        <ProductMark />
        <span className={styles.name}>{PRODUCT_NAME}</span>
      </Link>
      <div className={styles.side}>
        <SyncIndicator />
        <span className={styles.person}>
          <span className={styles.personName}>{user?.fullName ?? account.fullName}</span>
          {user ? <span className={styles.firm}>{user.organizationName}</span> : null}
        </span>
        <Button look="quiet" icon={<LogOut aria-hidden="true" />} onClick={signOut} aria-label="Sign out">
          <span className={styles.signOutWords}>Sign out</span>
        </Button>
      </div>
    </header>
  );
}
