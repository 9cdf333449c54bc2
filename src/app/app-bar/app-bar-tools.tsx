import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import LogOut from 'lucide-react/icons/log-out';
import MonitorDown from 'lucide-react/icons/monitor-down';
import Search from 'lucide-react/icons/search';
import { wipeUnsentFiles } from '../../db/commands/documents/wipe-unsent-files.ts';
import { clockOff } from '../../db/queries/status/clock-skew.ts';
import { me } from '../../db/queries/account/session.ts';
import { isStaging } from '../../db/queries/documents/staging.ts';
import { NotificationBell } from '../notifications/notification-bell.tsx';
import { formatKeys } from '../lib/format/keyboard-keys.ts';
import { openPalette } from '../palette/palette-store.ts';
import { useInstall } from '../session/install-prompt.ts';
import { useLoadedUser, useMirror } from '../session/mirror-context.ts';
import { signOutQuestion, signOutWork, type SignOutQuestion } from '../session/sign-out/sign-out-question.ts';
import { requestSignOut } from '../session/sign-out/sign-out-request.ts';
import { SyncIndicator } from '../sync-status/sync-indicator.tsx';
import { useCopying } from '../upload-queue/add-files/copying.ts';
import { classNames } from '../ui/class-names.ts';
import finger from '../ui/touch-target.module.css';
import { Button, IconButton } from '../ui/button.tsx';
import { runCommand } from '../lib/commands/run-command.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { useSupportUntil } from '../lib/account/use-support-until.ts';
import { Callout } from '../ui/status/callout.tsx';
import { useBrowserOnline } from '../lib/device/connectivity.ts';
import { deferredUi } from '../lib/loading/load-deferred-ui.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { APP_BAR } from './app-bar-copy.ts';
import styles from './app-bar.module.css';

const HelpButton = deferredUi(() =>
  import('../deferred-ui/deferred-ui.tsx').then((module) => module.HelpButton),
);
const ClockNote = lazyComponent(() => import('../session/clock-note.tsx').then((module) => module.ClockNote));
const SignOutDialog = lazyComponent(() =>
  import('../session/sign-out/sign-out-dialog.tsx').then((module) => module.SignOutDialog),
);

/** Help, the palette, the sync status, notifications, the account and signing out. */
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
    await requestSignOut(navigate, account);
  };
  const startSignOut = async () => {
    const copying = copyingHere || (await isStaging(db));
    const question = signOutQuestion(await signOutWork(db), { copying, online });
    if (question) setAsking(question);
    else await signOut([]);
  };
  return (
    <>
      <div className={styles.side}>
        {/* First in the row, so that the other buttons don't move when it loads late. */}
        <HelpButton />
        <IconButton
          label={APP_BAR.palette(formatKeys('Ctrl K'))}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => openPalette(true)}
        >
          <Search aria-hidden="true" />
        </IconButton>
        {install ? (
          <span className={styles.install}>
            <IconButton label={APP_BAR.install} onClick={install}>
              <MonitorDown aria-hidden="true" />
            </IconButton>
          </span>
        ) : null}
        <SyncIndicator />
        <NotificationBell />
        <Link to="/account" className={classNames(styles.person, finger.reach)} title={APP_BAR.account}>
          <CircleUserRound aria-hidden="true" />
          <span className={styles.personName}>{user?.fullName ?? account.fullName}</span>
          {user ? <span className={styles.firm}>{user.organizationName}</span> : null}
        </Link>
        <Button
          look="quiet"
          icon={<LogOut aria-hidden="true" />}
          onClick={startSignOut}
          aria-label={APP_BAR.signOut}
        >
          <span className={styles.signOutWords}>{APP_BAR.signOut}</span>
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

/** The notes below the bar of every page: a wrong clock, and support access. */
export function AppBarNotes() {
  const until = useSupportUntil();
  const db = useMirror();
  const aheadMs = useLiveQuery(() => clockOff(db), [db]);
  return (
    <>
      {typeof aheadMs === 'number' ? <ClockNote className={styles.note} aheadMs={aheadMs} /> : null}
      {until === null ? null : (
        <Callout role="status" className={styles.note}>
          {APP_BAR.supportAccess(formatDateTime(until))}
        </Callout>
      )}
    </>
  );
}
