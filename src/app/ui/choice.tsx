import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './control.module.css';

interface ChoiceProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  /** Read out, and not shown. */
  label: string;
  options: readonly (readonly [value: Value, words: string])[];
  /** Null: none of them, and what is shown instead is `none`. */
  value: Value | null;
  none?: string;
  onChoose: (value: Value) => void;
}

/** One of a few, by the system's own list. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, none = '', onChoose, className, ...select } = props;
  return (
    <select
      {...select}
      className={classNames(styles.control, styles.choice, className)}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => {
        const chosen = options.find(([each]) => each === event.currentTarget.value);
        if (chosen) onChoose(chosen[0]);
      }}
    >
      {value === null ? (
        <option value="" disabled>
          {none}
        </option>
      ) : null}
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** The same under its name. */
export function ChoiceField<Value extends string>(props: ChoiceProps<Value>) {
  return (
    <label className={styles.field}>
      {props.label}
      <Choice {...props} />
    </label>
  );
}
