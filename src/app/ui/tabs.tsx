import { useEffect, useRef, type ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
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
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Where they do not all fit, who follows a link sees where they are.
  useEffect(() => {
    const current = [...(nav.current?.querySelectorAll('a') ?? [])].find(
      (link) => link.pathname === pathname,
    );
    if (!nav.current || !current) return;
    const [all, one] = [nav.current.getBoundingClientRect(), current.getBoundingClientRect()];
    // Not by `scrollIntoView`: that would bring the page back up to them as well.
    nav.current.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
  }, [pathname]);
  return (
    <nav ref={nav} className={classNames(styles.tabs, className)} aria-label={label}>
      {children}
    </nav>
  );
}

interface TabLinkProps {
  to: string;
  /** Whether it is the page that is shown; without it the path says so. */
  current?: boolean;
  /** What lies below its path are other pages. */
  exact?: boolean;
  /** How much there is on the page. */
  count?: number;
  children: string;
}

/** One of the pages. */
export function TabLink({ to, current, exact = false, count, children }: TabLinkProps) {
  const words = (
    <>
      {children}
      {count === undefined ? null : <span className={styles.count}> {count}</span>}
    </>
  );
  if (current === undefined)
    return (
      <NavLink to={to} end={exact} className={styles.tab ?? ''}>
        {words}
      </NavLink>
    );
  return (
    <Link to={to} className={styles.tab} aria-current={current ? 'page' : undefined}>
      {words}
    </Link>
  );
}
