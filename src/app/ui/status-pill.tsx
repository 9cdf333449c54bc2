import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './status-pill.module.css';

interface StatusPillProps extends ComponentProps<'button'> {
  /** How it stands; it is said in words besides. */
  tone: 'calm' | 'busy' | 'waiting' | 'attention';
}

/** A button that says how something stands, and tells more of it. */
export function StatusPill({ tone, children, ...rest }: StatusPillProps) {
  return (
    <button type="button" {...rest} className={classNames(styles.pill, styles[tone])}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </button>
  );
}
