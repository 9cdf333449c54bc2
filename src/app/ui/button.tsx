import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: ReactNode;
}

/** A button with a visible name. */
export function Button({ look = 'secondary', icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={classNames(styles.button, styles[look], className)}>
      {icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name; also shown on hover. */
  label: string;
}

/** A button that shows an icon only. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(styles.icon, className)}
    >
      {children}
    </button>
  );
}
