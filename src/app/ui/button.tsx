import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `handle`: sits on the edge of the panel that it opens. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'handle';
  icon?: ReactNode;
}

/** A button with a visible label. */
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

/** A button that shows only an icon. With `aria-pressed` it is a toggle. */
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

/** A button without its own look. Its content, such as a list row or an image, provides it. */
export function UnstyledButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={classNames(styles.bare, className)} />;
}
