import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './styleguide.module.css';

interface SampleProps {
  /** The state that is shown. */
  name: string;
  /** Whether to show keyboard focus. */
  focused?: boolean;
  /** Whether the sample is as wide as the page. */
  wide?: boolean;
  children: ReactNode;
}

/** One component in one state. */
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
