import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './callout.module.css';

interface NoteProps extends ComponentProps<'p'> {
  /** `warning` where something is to be done, `danger` where something failed. */
  tone?: 'info' | 'warning' | 'danger';
}

/** A sentence that stands out from what is around it. It is read out where it has the role of a status or an alert. */
export function Note({ tone = 'info', className, ...rest }: NoteProps) {
  return <p {...rest} className={classNames(styles.note, tone !== 'info' && styles[tone], className)} />;
}
