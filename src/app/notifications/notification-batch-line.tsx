import { useId, useState } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { NotificationRow } from '../../db/rows.ts';
import { UnstyledButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { LineWords, NotificationLine } from './notification-line.tsx';
import batch from './notification-batch-line.module.css';
import line from './notification-line.module.css';

interface NotificationBatchLineProps {
  /** The deal that they are about; null where it is not on the device. */
  deal: string | null;
  /** Of documents that are ready, the newest first. */
  notifications: readonly NotificationRow[];
  /** One of them was followed. */
  onOpen: (uuid: string) => void;
}

/** Several documents of a deal that are ready, as one line. Opened, it shows each; only what is followed has been read. */
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
          title={`${notifications.length} documents are ready${deal === null ? '' : ` in “${deal}”`}`}
          at={newest.createdAt}
          unread={unreadInWords(unread, notifications.length)}
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

function unreadInWords(unread: number, all: number): string | null {
  if (unread === 0) return null;
  return unread === all ? 'Unread' : `${unread} unread`;
}
