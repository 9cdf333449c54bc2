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
import styles from './notification-line.module.css';

type Level = NotificationRow['level'];

/** A level is told by its shape and its word; the colour only agrees. */
const LEVELS: Record<Level, { Shape: ComponentType<SVGProps<SVGSVGElement>>; word: string }> = {
  info: { Shape: Info, word: 'Note' },
  success: { Shape: CircleCheck, word: 'Done' },
  warning: { Shape: TriangleAlert, word: 'Warning' },
  error: { Shape: OctagonAlert, word: 'Problem' },
};

interface LineWordsProps {
  level: Level;
  title: string;
  /** When it was told, ISO. */
  at: string;
  /** What there is still to read of it; null = nothing. */
  unread: string | null;
}

/** What a line of the list says, and of what kind it is. */
export function LineWords({ level, title, at, unread }: LineWordsProps) {
  const { Shape, word } = LEVELS[level];
  return (
    <>
      <Shape className={classNames(styles.shape, styles[level])} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.facts}>
          <span>{word}</span>
          <time dateTime={at}>{formatDateTime(at)}</time>
          {unread === null ? null : <span className={styles.new}>{unread}</span>}
        </span>
      </span>
    </>
  );
}

interface NotificationLineProps {
  notification: NotificationRow;
  /** It was followed or, where it leads nowhere, taken note of. */
  onOpen: () => void;
}

/** One thing that the person was told; it leads to the deal that it is about. */
export function NotificationLine({ notification, onOpen }: NotificationLineProps) {
  const { level, title, read, createdAt, extraData } = notification;
  const className = classNames(styles.line, !read && styles.unread);
  const words = <LineWords level={level} title={title} at={createdAt} unread={read ? null : 'Unread'} />;
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

/** What was deleted can be restored from the activity. */
function pageOf({ notificationType }: NotificationRow): 'activity' | 'checklist' {
  return notificationType === 'rows_deleted' ? 'activity' : 'checklist';
}
