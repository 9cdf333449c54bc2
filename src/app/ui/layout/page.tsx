import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './page.module.css';

interface PageProps {
  /** `wide` for tables with many columns, `narrow` for a single question. */
  width?: 'wide' | 'narrow';
  children: ReactNode;
}

/** The main area below the app bar, for a page that scrolls as a whole. */
export function Page({ width, children }: PageProps) {
  return <main className={classNames(styles.main, width && styles[width])}>{children}</main>;
}

/** The h1 of a page. */
export function PageTitle({ children }: { children: string }) {
  return <h1 className={styles.title}>{children}</h1>;
}
