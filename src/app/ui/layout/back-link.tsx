import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { classNames } from '../class-names.ts';
import styles from './back-link.module.css';

interface BackLinkProps {
  to: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The link above a page's title that leads to the list it belongs to. */
export function BackLink({ to, className, children }: BackLinkProps) {
  return (
    <Link to={to} className={classNames(styles.back, className)}>
      <ChevronLeft aria-hidden="true" />
      {children}
    </Link>
  );
}
