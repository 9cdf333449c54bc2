import { useId, type ComponentProps } from 'react';
import styles from './form-field.module.css';

interface FormFieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with what was typed, said under it; null = nothing. */
  problem?: string | null;
}

/** A field to type in, under its name. */
export function FormField({ label, problem = null, ...input }: FormFieldProps) {
  const said = useId();
  return (
    <label className={styles.field}>
      {label}
      <input {...(problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': said })} {...input} />
      {problem === null ? null : (
        <span id={said} role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </label>
  );
}
