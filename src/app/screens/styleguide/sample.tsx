import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './styleguide.module.css';

interface SampleProps {
  /** The state that is shown. */
  name: string;
  /** How it looks with keyboard focus. */
  focused?: boolean;
  /** As wide as the page. */
  wide?: boolean;
  children: ReactNode;
}

/** One part in one state. */
export function Sample({ name, focused = false, wide = false, children }: SampleProps) {
  return (
    <figure className={classNames(styles.sample, wide && styles.wide)}>
      <figcaption className={styles.name}>{name}</figcaption>
      <div className={classNames(styles.part, focused && styles.focused)}>{children}</div>
    </figure>
  );
}

/** Samples side by side. */
export function Samples({ children }: { children: ReactNode }) {
  return <div className={styles.samples}>{children}</div>;
}
