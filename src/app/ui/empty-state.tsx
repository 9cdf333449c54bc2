import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './empty-state.module.css';

/** What a screen says when it has nothing to show: what that means, and what to do. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
  compact = false,
  alone = false,
}: {
  icon?: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  /** Where there is little room: without the icon and the space around it. */
  compact?: boolean;
  /** The page has no other title. */
  alone?: boolean;
}) {
  const Title = alone ? 'h1' : 'h2';
  return (
    <div className={classNames(styles.state, compact && styles.compact)}>
      {icon && !compact ? <div className={styles.icon}>{icon}</div> : null}
      <Title className={styles.title}>{title}</Title>
      <div className={styles.text}>{children}</div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
