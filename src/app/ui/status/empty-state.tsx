import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './empty-state.module.css';

/** Shown when there is nothing to list: says why, and what to do. */
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
  /** Whether to leave out the icon and the padding, for small places. */
  compact?: boolean;
  /** Whether the page has no other title, so that this one is its h1. */
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
