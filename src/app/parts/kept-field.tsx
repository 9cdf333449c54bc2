import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import styles from './kept-field.module.css';
import hidden from './visually-hidden.module.css';

interface KeptFieldProps {
  label: string;
  /** Read out, and not shown. */
  hiddenLabel?: boolean;
  /** As it stands on the device, whoever wrote it. */
  value: string;
  /** Several lines; Enter makes a new one. */
  long?: boolean;
  maxLength: number;
  placeholder?: string;
  /** Whether it may be left empty; else an empty one goes back to what it was. */
  optional?: boolean;
  /** What was typed, trimmed; only where it differs. */
  onKeep: (text: string) => void;
}

/** A field that keeps what is typed when it is left, or by Enter; Escape gives it up. */
export function KeptField(props: KeptFieldProps) {
  const { label, hiddenLabel = false, value, long = false, optional = false, onKeep, ...field } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const keep = () => {
    const text = typed?.trim() ?? value;
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
  const shared = {
    ...field,
    value: typed ?? value,
    autoComplete: 'off',
    onBlur: keep,
    onKeyDown,
  };
  return (
    <label className={styles.field}>
      <span className={hiddenLabel ? hidden.hidden : undefined}>{label}</span>
      {long ? (
        <textarea {...shared} rows={3} onChange={(event) => setTyped(event.currentTarget.value)} />
      ) : (
        <input {...shared} onChange={(event) => setTyped(event.currentTarget.value)} />
      )}
    </label>
  );
}
