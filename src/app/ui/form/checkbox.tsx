import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Whether some, but not all, of its items are selected. */
  indeterminate?: boolean;
}

function Box({ indeterminate = false, ...input }: Omit<CheckboxProps, 'className'>) {
  return (
    <input
      {...input}
      type="checkbox"
      className={styles.box}
      ref={(box) => {
        if (box) box.indeterminate = indeterminate;
      }}
    />
  );
}

/** A checkbox without visible text. Its touch target is larger than the box. */
export function Checkbox({ className, ...box }: CheckboxProps & { 'aria-label': string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the input inside is its control and has the name
    <label className={classNames(styles.reach, className)}>
      <Box {...box} />
    </label>
  );
}

interface CheckFieldProps extends CheckboxProps {
  children: ReactNode;
}

/** A checkbox with its label. `className` goes to the outer element. */
export function CheckboxField({ children, className, ...box }: CheckFieldProps) {
  return (
    <label className={classNames(styles.field, className)}>
      <Box {...box} />
      <span className={styles.words}>{children}</span>
    </label>
  );
}

/** A round checkbox that marks something as complete. */
export function DoneCheckbox(input: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...input} type="checkbox" className={styles.done} />;
}
