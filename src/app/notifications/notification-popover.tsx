import type { RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { useLiveQuery } from 'dexie-react-hooks';
import { readNotifications } from '../../db/commands/read-notification.ts';
import { notificationList } from '../../db/queries/notifications.ts';
import { Button } from '../parts/button.tsx';
import { carryOut } from '../parts/carry-out.ts';
import { useMirror } from '../session/mirror-context.ts';
import { NotificationLine } from './notification-line.tsx';
import styles from './notification-popover.module.css';

interface NotificationPopoverProps {
  /** Where it hangs from. */
  bell: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** What the person was told, the newest first; open as long as it is mounted. To follow one is to have read it. */
export function NotificationPopover({ bell, onClose }: NotificationPopoverProps) {
  const db = useMirror();
  const list = useLiveQuery(() => notificationList(db), [db]);
  const unread = (list?.notifications ?? []).filter(({ read }) => !read).map(({ uuid }) => uuid);
  return (
    <Popover
      className={styles.popover ?? ''}
      triggerRef={bell}
      placement="bottom end"
      offset={16}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog className={styles.dialog ?? ''}>
        <header className={styles.header}>
          <Heading slot="title" className={styles.title ?? ''}>
            Notifications
          </Heading>
          {unread.length > 0 ? (
            <Button look="quiet" onClick={() => carryOut(readNotifications(db, unread))}>
              Mark all as read
            </Button>
          ) : null}
        </header>
        {list && list.notifications.length > 0 ? (
          <ul className={styles.list} aria-label="Notifications, the newest first">
            {list.notifications.map((notification) => (
              <li key={notification.uuid}>
                <NotificationLine
                  notification={notification}
                  onOpen={() => {
                    carryOut(readNotifications(db, [notification.uuid]));
                    onClose();
                  }}
                />
              </li>
            ))}
          </ul>
        ) : null}
        {list && list.notifications.length === 0 ? (
          <p className={styles.empty}>
            {list.pulled
              ? 'Nothing yet. You are told here when a document that you uploaded is ready, or could not be converted.'
              : 'Not on this device yet. Your notifications appear here once you are online.'}
          </p>
        ) : null}
      </Dialog>
    </Popover>
  );
}
