import { useEffect, useRef, type ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { classNames } from '../class-names.ts';
import styles from './tabs.module.css';

/** Navigation between related pages. */
export function Tabs({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // If the tabs do not all fit, scroll the current one into view.
  useEffect(() => {
    const all = nav.current;
    if (!all) return undefined;
    // The observer calls this once at the start, and again when the window gets narrower.
    const observer = new ResizeObserver(() => {
      const current = [...all.querySelectorAll('a')].find((link) => link.pathname === pathname);
      if (!current) return;
      const [whole, one] = [all.getBoundingClientRect(), current.getBoundingClientRect()];
      // `scrollIntoView` would scroll the page, too.
      all.scrollLeft += one.left + one.width / 2 - (whole.left + whole.width / 2);
    });
    observer.observe(all);
    return () => observer.disconnect();
  }, [pathname]);
  return (
    <nav ref={nav} className={classNames(styles.tabs, className)} aria-label={label}>
      {children}
    </nav>
  );
}

interface TabLinkProps {
  to: string;
  /** Whether this tab is current. By default, the path decides. */
  current?: boolean;
  /** Whether paths below this one belong to other tabs. */
  exact?: boolean;
  /** How many entries the page has. */
  count?: number;
  children: string;
}

/** One tab: a link to a page. */
export function TabLink({ to, current, exact = false, count, children }: TabLinkProps) {
  const text = (
    <>
      {children}
      {count === undefined ? null : <span className={styles.count}> {count}</span>}
    </>
  );
  if (current === undefined)
    return (
      <NavLink to={to} end={exact} className={styles.tab ?? ''}>
        {text}
      </NavLink>
    );
  return (
    <Link to={to} className={styles.tab} aria-current={current ? 'page' : undefined}>
      {text}
    </Link>
  );
}
