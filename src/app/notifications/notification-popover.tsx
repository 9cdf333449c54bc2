import type { RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { useLiveQuery } from 'dexie-react-hooks';
import { readNotifications } from '../../db/commands/account/read-notification.ts';
import { inBatches } from '../../db/queries/account/notification-batches.ts';
import { notificationList } from '../../db/queries/account/notifications.ts';
import { Button } from '../ui/button.tsx';
import { deferredUi } from '../lib/loading/load-deferred-ui.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { useMirror } from '../session/mirror-context.ts';
import { NotificationBatchLine } from './notification-batch-line.tsx';
import { NotificationLine } from './notification-line.tsx';
import { NOTIFICATIONS } from './notifications-copy.ts';
import styles from './notification-popover.module.css';

const NotifiedFiles = deferredUi(() =>
  import('../deferred-ui/deferred-ui.tsx').then((module) => module.NotifiedFiles),
);

interface NotificationPopoverProps {
  /** The anchor of the popover. */
  bell: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The list of notifications, newest first. It is open while it is mounted. Opening a notification marks it as read. */
export function NotificationPopover({ bell, onClose }: NotificationPopoverProps) {
  const db = useMirror();
  const list = useLiveQuery(() => notificationList(db), [db]);
  const batches = inBatches(list?.notifications ?? []);
  const unread = (list?.notifications ?? []).filter(({ read }) => !read).map(({ uuid }) => uuid);
  const open = (uuid: string) => {
    runCommand(readNotifications(db, [uuid]));
    onClose();
  };
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
            {NOTIFICATIONS.title}
          </Heading>
          {unread.length > 0 ? (
            <Button look="quiet" onClick={() => runCommand(readNotifications(db, unread))}>
              {NOTIFICATIONS.markAllRead}
            </Button>
          ) : null}
        </header>
        {list && batches.length > 0 ? (
          <ul className={styles.list} aria-label={NOTIFICATIONS.list}>
            {batches.map((batch) =>
              batch.kind === 'one' ? (
                <li key={batch.notification.uuid}>
                  <NotificationLine
                    notification={batch.notification}
                    onOpen={() => open(batch.notification.uuid)}
                  />
                  {batch.notification.downloadUrls.length > 0 ? (
                    <NotifiedFiles notification={batch.notification} />
                  ) : null}
                </li>
              ) : (
                // The oldest one keeps the key stable when newer ones join.
                <li key={batch.notifications.at(-1)?.uuid}>
                  <NotificationBatchLine
                    deal={list.dealNames.get(batch.transaction) ?? null}
                    notifications={batch.notifications}
                    onOpen={open}
                  />
                </li>
              ),
            )}
          </ul>
        ) : null}
        {list && batches.length === 0 ? (
          <p className={styles.empty}>{list.pulled ? NOTIFICATIONS.empty : NOTIFICATIONS.notHere}</p>
        ) : null}
      </Dialog>
    </Popover>
  );
}
