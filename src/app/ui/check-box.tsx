import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './check-box.module.css';

interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Some of what it stands for is chosen, and some is not. */
  some?: boolean;
}

function Box({ some = false, ...input }: Omit<CheckBoxProps, 'className'>) {
  return (
    <input
      {...input}
      type="checkbox"
      className={styles.box}
      ref={(box) => {
        if (box) box.indeterminate = some;
      }}
    />
  );
}

/** A box to tick, named by its `aria-label`. What a finger meets is larger than what is seen. */
export function CheckBox({ className, ...box }: CheckBoxProps & { 'aria-label': string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the box in it is its control, and bears the name
    <label className={classNames(styles.reach, className)}>
      <Box {...box} />
    </label>
  );
}

interface CheckFieldProps extends CheckBoxProps {
  children: ReactNode;
}

/** A box to tick with the words that say what for; a click on these ticks it. `className` is the whole's. */
export function CheckField({ children, className, ...box }: CheckFieldProps) {
  return (
    <label className={classNames(styles.field, className)}>
      <Box {...box} />
      <span className={styles.words}>{children}</span>
    </label>
  );
}

/** A round box: ticked, something is done. */
export function DoneBox(input: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...input} type="checkbox" className={styles.done} />;
}
