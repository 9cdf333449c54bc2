import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './status-pill.module.css';

interface StatusPillProps extends ComponentProps<'button'> {
  /** The color of the dot; the text must say the same. */
  tone: 'calm' | 'busy' | 'waiting' | 'attention';
}

/** A button that shows a status and opens its details. */
export function StatusPill({ tone, children, ...rest }: StatusPillProps) {
  return (
    <button type="button" {...rest} className={classNames(styles.pill, styles[tone])}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </button>
  );
}
