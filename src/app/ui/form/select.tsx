import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './control.module.css';

interface SelectProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  /** The accessible name, which is not shown. */
  label: string;
  options: readonly (readonly [value: Value, text: string])[];
  /** Null if nothing is selected yet. `placeholder` is shown instead. */
  value: Value | null;
  placeholder?: string;
  onChoose: (value: Value) => void;
}

/** The native select for a short list of options. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, placeholder = '', onChoose, className, ...select } = props;
  return (
    <select
      {...select}
      className={classNames(styles.control, styles.choice, className)}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => {
        const selected = options.find(([each]) => each === event.currentTarget.value);
        if (selected) onChoose(selected[0]);
      }}
    >
      {value === null ? (
        <option value="" disabled>
          {placeholder}
        </option>
      ) : null}
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A select with its label. */
export function SelectField<Value extends string>(props: SelectProps<Value>) {
  return (
    <label className={styles.field}>
      {props.label}
      <Select {...props} />
    </label>
  );
}
