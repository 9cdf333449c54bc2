import type { ComponentType, SVGProps } from 'react';
import { Link } from 'react-router-dom';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { NotificationRow } from '../../db/rows.ts';
import { UnstyledButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { NOTIFICATIONS } from './notifications-copy.ts';
import hidden from '../ui/visually-hidden.module.css';
import styles from './notification-line.module.css';

type Level = NotificationRow['level'];

/** Each level has its own shape and word, so that its meaning doesn't depend on color. */
const SHAPES: Record<Level, ComponentType<SVGProps<SVGSVGElement>>> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: OctagonAlert,
};

interface LineWordsProps {
  level: Level;
  title: string;
  /** When it was created, ISO. */
  at: string;
  /** What is unread in it; null = nothing. */
  unread: string | null;
}

/** The text of a line, with its level. */
export function LineWords({ level, title, at, unread }: LineWordsProps) {
  const Shape = SHAPES[level];
  return (
    <>
      <Shape className={classNames(styles.shape, styles[level])} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.facts}>
          <span className={hidden.hidden}>{NOTIFICATIONS.levels[level]}</span>
          <time dateTime={at}>{formatDateTime(at)}</time>
          {unread === null ? null : <span className={styles.new}>{unread}</span>}
        </span>
      </span>
    </>
  );
}

interface NotificationLineProps {
  notification: NotificationRow;
  /** Called when the user opens it or, if it links nowhere, marks it as read. */
  onOpen: () => void;
}

/** One notification, which links to its deal. */
export function NotificationLine({ notification, onOpen }: NotificationLineProps) {
  const { level, title, read, createdAt, extraData } = notification;
  const className = classNames(styles.line, !read && styles.unread);
  const words = (
    <LineWords level={level} title={title} at={createdAt} unread={read ? null : NOTIFICATIONS.unread} />
  );
  const [file] = notification.downloadUrls;
  if (file !== undefined) {
    return (
      <a href={file} className={className} onClick={onOpen}>
        {words}
      </a>
    );
  }
  if (extraData.transaction === undefined) {
    return (
      <UnstyledButton className={className} onClick={onOpen}>
        {words}
      </UnstyledButton>
    );
  }
  return (
    <Link
      to={`/transaction/${extraData.transaction}/${pageOf(notification)}`}
      className={className}
      onClick={onOpen}
    >
      {words}
    </Link>
  );
}

/** The page that a notification leads to. Deleted rows can be restored on the activity page. */
function pageOf({ notificationType }: NotificationRow): 'activity' | 'checklist' | 'packets' {
  if (notificationType.startsWith('packet_')) return 'packets';
  return notificationType === 'rows_deleted' ? 'activity' : 'checklist';
}
