import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import LogOut from 'lucide-react/icons/log-out';
import MonitorDown from 'lucide-react/icons/monitor-down';
import Search from 'lucide-react/icons/search';
import { wipeUnsentFiles } from '../db/commands/documents/wipe-unsent-files.ts';
import { clockOff } from '../db/queries/status/clock-skew.ts';
import { me } from '../db/queries/account/session.ts';
import { isStaging } from '../db/queries/documents/staging.ts';
import { NotificationBell } from './notifications/notification-bell.tsx';
import { formatKeys } from './lib/format/keyboard-keys.ts';
import { openPalette } from './palette/palette-store.ts';
import { useInstall } from './session/install-prompt.ts';
import { useLoadedUser, useMirror } from './session/mirror-context.ts';
import { signOutQuestion, signOutWork, type SignOutQuestion } from './session/sign-out-question.ts';
import { askSync } from './sync-client.ts';
import { SyncIndicator } from './sync-status/sync-indicator.tsx';
import { PRODUCT_NAME } from './product.ts';
import { useCopying } from './upload-queue/copying.ts';
import { classNames } from './ui/class-names.ts';
import finger from './ui/touch-target.module.css';
import { Button, IconButton } from './ui/button.tsx';
import { runCommand } from './lib/commands/run-command.ts';
import { formatDateTime } from './lib/format/dates.ts';
import { useSupportUntil } from './lib/account/use-support-until.ts';
import { Callout } from './ui/status/callout.tsx';
import { useBrowserOnline } from './lib/device/connectivity.ts';
import { deferredUi } from './lib/loading/load-deferred-ui.ts';
import { lazyComponent } from './lib/loading/lazy-component.tsx';
import styles from './app-bar.module.css';

const HelpButton = deferredUi(() =>
  import('./deferred-ui/deferred-ui.tsx').then((module) => module.HelpButton),
);
const ClockNote = lazyComponent(() => import('./session/clock-note.tsx').then((module) => module.ClockNote));
const SignOutDialog = lazyComponent(() =>
  import('./session/sign-out-dialog.tsx').then((module) => module.SignOutDialog),
);

/** What the bar offers: help, the palette, the state of the sync, notifications, the account and signing out. */
export function AppBarTools() {
  const { db, account } = useLoadedUser();
  const user = useLiveQuery(() => me(db), [db]);
  const online = useBrowserOnline();
  const install = useInstall();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<SignOutQuestion | null>(null);
  const copyingHere = useCopying() > 0;
  const signOut = async (wiped: readonly string[]) => {
    if (wiped.length > 0) await wipeUnsentFiles(db, wiped);
    // The page leaves first: the guard of the signed-in pages would send it to a sign-in without the right words.
    await navigate('/login?action=logout');
    askSync((sync) => sync.signOut(db.userId));
  };
  const askToSignOut = async () => {
    const copying = copyingHere || (await isStaging(db));
    const question = signOutQuestion(await signOutWork(db), { copying, online });
    if (question) setAsking(question);
    else await signOut([]);
  };
  return (
    <>
      <div className={styles.side}>
        {/* The first of them: where it comes late, it moves nothing. */}
        <HelpButton />
        <IconButton
          label={`Go to anything (${formatKeys('Ctrl K')})`}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => openPalette(true)}
        >
          <Search aria-hidden="true" />
        </IconButton>
        {install ? (
          <span className={styles.install}>
            <IconButton label={`Install ${PRODUCT_NAME} on this device`} onClick={install}>
              <MonitorDown aria-hidden="true" />
            </IconButton>
          </span>
        ) : null}
        <SyncIndicator />
        <NotificationBell />
        <Link to="/account" className={classNames(styles.person, finger.reach)} title="Your account">
          <CircleUserRound aria-hidden="true" />
          <span className={styles.personName}>{user?.fullName ?? account.fullName}</span>
          {user ? <span className={styles.firm}>{user.organizationName}</span> : null}
        </Link>
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
        <SignOutDialog
          asked={asking}
          onConfirm={(files) => runCommand(signOut(files))}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}

/** What every page says below the bar: a clock that is wrong, and a supporter who can see the transactions. */
export function AppBarNotes() {
  const until = useSupportUntil();
  const db = useMirror();
  const aheadMs = useLiveQuery(() => clockOff(db), [db]);
  return (
    <>
      {typeof aheadMs === 'number' ? <ClockNote className={styles.note} aheadMs={aheadMs} /> : null}
      {until === null ? null : (
        <Callout role="status" className={styles.note}>
          {PRODUCT_NAME} support can see the transactions of your organization until {formatDateTime(until)}
        </Callout>
      )}
    </>
  );
}
