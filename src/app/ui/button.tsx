import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `handle`: it stands on the edge of what it opens. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'handle';
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

/** A button that shows an icon only. With `aria-pressed` it shows whether what it turns on is on. */
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

/** A button whose look is what it holds: a line of a list, a picture. */
export function BareButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={classNames(styles.bare, className)} />;
}
