import { classNames } from '../class-names.ts';
import styles from './badge.module.css';

/** A label of one or two words. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'info' | 'success' | 'warning';
  children: string;
}) {
  return <span className={classNames(styles.badge, tone !== 'plain' && styles[tone])}>{children}</span>;
}
