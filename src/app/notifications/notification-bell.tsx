import { useRef, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import Bell from 'lucide-react/icons/bell';
import { unreadLines } from '../../db/queries/account/notifications.ts';
import hidden from '../ui/visually-hidden.module.css';
import { IconButton } from '../ui/button.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import styles from './notification-bell.module.css';

const NotificationPopover = lazyComponent(() =>
  import('./notification-popover.tsx').then((module) => module.NotificationPopover),
);

/** The highest number that the bell shows. */
const MOST = 99;

/** Says how much the person has been told and not read yet; opens the list of it. */
export function NotificationBell() {
  const db = useMirror();
  const unread = useLiveQuery(() => unreadLines(db), [db]) ?? 0;
  const bell = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={bell}
        label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        className={styles.bell}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Bell aria-hidden="true" />
        {unread > 0 ? (
          <span className={styles.count} aria-hidden="true">
            {unread > MOST ? `${MOST}+` : unread}
          </span>
        ) : null}
      </IconButton>
      <output className={hidden.hidden}>{unread > 0 ? `Unread notifications: ${unread}` : ''}</output>
      {open ? <NotificationPopover bell={bell} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
