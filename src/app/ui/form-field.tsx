import { useId, type ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './control.module.css';

interface FormFieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with what was typed, said under it; null = nothing. */
  problem?: string | null;
}

/** A field to type in, under its name. */
export function FormField({ label, problem = null, className, ...input }: FormFieldProps) {
  const said = useId();
  return (
    <label className={classNames(styles.field, className)}>
      {label}
      <input
        className={styles.control}
        {...(problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': said })}
        {...input}
      />
      {problem === null ? null : (
        <span id={said} role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </label>
  );
}

/** A field for several lines, under its name. */
export function LongField({ label, ...textarea }: ComponentProps<'textarea'> & { label: string }) {
  return (
    <label className={styles.field}>
      {label}
      <LongInput {...textarea} />
    </label>
  );
}

/** The same where its name is read out alone: give it an `aria-label`. */
export function LongInput({ className, ...textarea }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...textarea} className={classNames(styles.control, styles.long, className)} />;
}
