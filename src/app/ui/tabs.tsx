import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { classNames } from './class-names.ts';
import styles from './tabs.module.css';

/** The way between pages that belong together. */
export function Tabs({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <nav className={classNames(styles.tabs, className)} aria-label={label}>
      {children}
    </nav>
  );
}

interface TabLinkProps {
  to: string;
  /** Whether it is the page that is shown; without it the path says so. */
  current?: boolean;
  /** How much there is on the page. */
  count?: number;
  children: string;
}

/** One of the pages. */
export function TabLink({ to, current, count, children }: TabLinkProps) {
  const words = (
    <>
      {children}
      {count === undefined ? null : <span className={styles.count}> {count}</span>}
    </>
  );
  if (current === undefined)
    return (
      <NavLink to={to} className={styles.tab ?? ''}>
        {words}
      </NavLink>
    );
  return (
    <Link to={to} className={styles.tab} aria-current={current ? 'page' : undefined}>
      {words}
    </Link>
  );
}
