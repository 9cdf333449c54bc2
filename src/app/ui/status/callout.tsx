import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './callout.module.css';

interface CalloutProps extends ComponentProps<'p'> {
  /** `warning` if the user should act, `danger` if something failed. */
  tone?: 'info' | 'warning' | 'danger';
}

/** A highlighted sentence. Give it the role `status` or `alert` to announce it. */
export function Callout({ tone = 'info', className, ...rest }: CalloutProps) {
  return <p {...rest} className={classNames(styles.note, tone !== 'info' && styles[tone], className)} />;
}
