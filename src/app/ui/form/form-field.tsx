import { useId, type ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './control.module.css';

interface FormFieldProps extends ComponentProps<'input'> {
  label: string;
  /** The validation error shown below the field, or null. */
  problem?: string | null;
}

/** A text input with its label. */
export function FormField({ label, problem = null, className, ...input }: FormFieldProps) {
  const problemId = useId();
  return (
    <label className={classNames(styles.field, className)}>
      {label}
      <input
        className={styles.control}
        {...(problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': problemId })}
        {...input}
      />
      {problem === null ? null : (
        <span id={problemId} role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </label>
  );
}

/** A text area with its label. */
export function TextAreaField({ label, ...textarea }: ComponentProps<'textarea'> & { label: string }) {
  return (
    <label className={styles.field}>
      {label}
      <TextArea {...textarea} />
    </label>
  );
}

/** A text area without a visible label: give it an `aria-label`. */
export function TextArea({ className, ...textarea }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...textarea} className={classNames(styles.control, styles.long, className)} />;
}
