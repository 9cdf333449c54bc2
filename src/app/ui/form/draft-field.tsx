import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import styles from './control.module.css';
import { TextArea } from './form-field.tsx';
import hidden from '../visually-hidden.module.css';

interface DraftFieldProps {
  label: string;
  /** Whether to hide the label visually. Screen readers still read it. */
  hiddenLabel?: boolean;
  /** The saved value on this device. */
  value: string;
  /** Whether this is a text area, where Enter starts a new line and Ctrl+Enter commits. */
  multiline?: boolean;
  /** `date` uses ISO dates. */
  type?: 'text' | 'date';
  maxLength?: number;
  /** Returns what is wrong with the text, or null. Invalid text stays in the field and is not committed. */
  problem?: (text: string) => string | null;
  placeholder?: string;
  /** Whether the value may be empty. If not, an emptied field returns to its saved value. */
  optional?: boolean;
  /** Called with the trimmed text if it has changed. If the promise rejects, the text is put back into the field. */
  onCommit: (text: string) => void | Promise<unknown>;
}

/** A field that commits its text on blur or Enter and discards it on Escape. */
export function DraftField(props: DraftFieldProps) {
  const {
    label,
    hiddenLabel = false,
    value,
    multiline = false,
    type,
    optional = false,
    problem,
    onCommit,
    ...field
  } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    const text = typed?.trim() ?? value;
    if (text !== value && text !== '' && problem && problem(text) !== null) return;
    setTyped(null);
    if (text === value || (!optional && text === '')) return;
    const committing = onCommit(text);
    committing?.catch(() => setTyped((since) => since ?? text));
  };
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  // The page may unmount while the user types, for example when the session ends: commit what they typed.
  useEffect(() => () => latest.current(), []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    // An Enter that ends the composition of a character belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      setTyped(null);
    }
    if (event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      commit();
    }
  };
  const wrong = typed === null || typed.trim() === '' ? null : (problem?.(typed.trim()) ?? null);
  const shared = {
    ...field,
    value: typed ?? value,
    autoComplete: 'off',
    'aria-invalid': wrong !== null,
    onBlur: commit,
    onKeyDown,
  };
  return (
    <label className={styles.field}>
      <span className={hiddenLabel ? hidden.hidden : undefined}>{label}</span>
      {multiline ? (
        <TextArea {...shared} onChange={(event) => setTyped(event.currentTarget.value)} />
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
