import { useRef, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import Bell from 'lucide-react/icons/bell';
import { unreadLines } from '../../db/queries/account/notifications.ts';
import hidden from '../ui/visually-hidden.module.css';
import { IconButton } from '../ui/button.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { BELL } from './notification-bell-copy.ts';
import styles from './notification-bell.module.css';

const NotificationPopover = lazyComponent(() =>
  import('./notification-popover.tsx').then((module) => module.NotificationPopover),
);

/** The highest number that the bell shows. */
const COUNT_MAX = 99;

/** Shows the number of unread notifications, and opens their list. */
export function NotificationBell() {
  const db = useMirror();
  const unread = useLiveQuery(() => unreadLines(db), [db]) ?? 0;
  const bell = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={bell}
        label={BELL.label(unread)}
        className={styles.bell}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Bell aria-hidden="true" />
        {unread > 0 ? (
          <span className={styles.count} aria-hidden="true">
            {unread > COUNT_MAX ? `${COUNT_MAX}+` : unread}
          </span>
        ) : null}
      </IconButton>
      <output className={hidden.hidden}>{unread > 0 ? BELL.unreadCount(unread) : ''}</output>
      {open ? <NotificationPopover bell={bell} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
