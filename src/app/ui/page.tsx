import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page.module.css';

interface PageProps {
  /** `wide` for tables of many columns, `narrow` for a question. */
  width?: 'wide' | 'narrow';
  children: ReactNode;
}

/** What a page that scrolls as a whole holds, below the bar. */
export function Page({ width, children }: PageProps) {
  return <main className={classNames(styles.main, width && styles[width])}>{children}</main>;
}

/** What the page is called. */
export function PageTitle({ children }: { children: string }) {
  return <h1 className={styles.title}>{children}</h1>;
}
