import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import styles from './control.module.css';
import { LongInput } from './form-field.tsx';
import hidden from './visually-hidden.module.css';

interface KeptFieldProps {
  label: string;
  /** Read out, and not shown. */
  hiddenLabel?: boolean;
  /** As it stands on the device, whoever wrote it. */
  value: string;
  /** Several lines; Enter makes a new one. */
  long?: boolean;
  /** A date, as ISO. While it is typed it is another one with each key: it is kept when the field is left. */
  type?: 'text' | 'date';
  maxLength?: number;
  /** What is wrong with a text; null = nothing. It is not kept then, and stays in the field. */
  problem?: (text: string) => string | null;
  placeholder?: string;
  /** Whether it may be left empty; else an empty one goes back to what it was. */
  optional?: boolean;
  /** What was typed, trimmed; only where it differs. */
  onKeep: (text: string) => void;
}

/** A field that keeps what is typed when it is left, or by Enter; Escape gives it up. */
export function DraftField(props: KeptFieldProps) {
  const {
    label,
    hiddenLabel = false,
    value,
    long = false,
    type,
    optional = false,
    problem,
    onKeep,
    ...field
  } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const keep = () => {
    const text = typed?.trim() ?? value;
    if (text !== value && text !== '' && problem && problem(text) !== null) return;
    setTyped(null);
    if (text !== value && (optional || text !== '')) onKeep(text);
  };
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  // The page may be taken away under the person, as at the end of their session: what they typed is kept.
  useEffect(() => () => latest.current(), []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    // An Enter that ends the composition of a character is the input method's.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      setTyped(null);
    }
    if (event.key === 'Enter' && (!long || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      keep();
    }
  };
  const wrong = typed === null || typed.trim() === '' ? null : (problem?.(typed.trim()) ?? null);
  const shared = {
    ...field,
    value: typed ?? value,
    autoComplete: 'off',
    'aria-invalid': wrong !== null,
    onBlur: keep,
    onKeyDown,
  };
  return (
    <label className={styles.field}>
      <span className={hiddenLabel ? hidden.hidden : undefined}>{label}</span>
      {long ? (
        <LongInput {...shared} onChange={(event) => setTyped(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          className={styles.control}
          type={type}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {wrong === null ? null : (
        <span role="alert" className={styles.problem}>
          {wrong}
        </span>
      )}
    </label>
  );
}
