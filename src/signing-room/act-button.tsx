import type { ComponentProps } from 'react';
import styles from './signing-room.module.css';

type Props = Pick<ComponentProps<'button'>, 'type' | 'disabled' | 'onClick' | 'children'>;

/**
 * A button for an action with consequences. It ignores the second click of a double-click and the repeats of a held key,
 * because by then the button may belong to the next page, or a different button may be in its place.
 */
export function ActButton({ type = 'button', disabled = false, onClick, children }: Props) {
  return (
    <button
      className={styles.button}
      type={type}
      disabled={disabled}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={(event) => {
        if (event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {children}
    </button>
  );
}
