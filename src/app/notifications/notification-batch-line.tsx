import { useId, useState } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { NotificationRow } from '../../db/rows.ts';
import { UnstyledButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { LineWords, NotificationLine } from './notification-line.tsx';
import { NOTIFICATIONS } from './notifications-copy.ts';
import batch from './notification-batch-line.module.css';
import line from './notification-line.module.css';

interface NotificationBatchLineProps {
  /** The name of their deal; null = it is not on this device. */
  deal: string | null;
  /** About documents that are ready, newest first. */
  notifications: readonly NotificationRow[];
  /** Called when the user opens one of them. */
  onOpen: (uuid: string) => void;
}

/** Groups notifications about ready documents of one deal. It expands to show each; only those that are opened count as read. */
export function NotificationBatchLine({ deal, notifications, onOpen }: NotificationBatchLineProps) {
  const [open, setOpen] = useState(false);
  const list = useId();
  const unread = notifications.filter(({ read }) => !read).length;
  const [newest] = notifications;
  if (!newest) return null;
  return (
    <>
      <UnstyledButton
        className={classNames(line.line, unread > 0 && line.unread)}
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        onClick={() => setOpen(!open)}
      >
        <LineWords
          level="success"
          title={NOTIFICATIONS.documentsReady(notifications.length, deal)}
          at={newest.createdAt}
          unread={unreadLabel(unread, notifications.length)}
        />
        <ChevronDown className={classNames(batch.chevron, open && batch.open)} aria-hidden="true" />
      </UnstyledButton>
      {open ? (
        <ul id={list} className={batch.list}>
          {notifications.map((notification) => (
            <li key={notification.uuid}>
              <NotificationLine notification={notification} onOpen={() => onOpen(notification.uuid)} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function unreadLabel(unread: number, all: number): string | null {
  if (unread === 0) return null;
  return unread === all ? NOTIFICATIONS.unread : NOTIFICATIONS.someUnread(unread);
}
