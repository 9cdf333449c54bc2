import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import styles from './inline-field.module.css';

interface InlineFieldProps {
  label: string;
  initial: string;
  maxLength: number;
  /** Returns what is wrong with the text, or null. Invalid text is not accepted. */
  problem?: (text: string) => string | null;
  /** Receives the trimmed text; null if nothing changes. `next`: Tab ended the edit, so the next cell should open. */
  onDone: (text: string | null, next: boolean) => void;
}

/** Edits a cell of a list in place. Enter, Tab or blur accept the text; Escape cancels. */
export function InlineField({ label, initial, maxLength, problem, onDone }: InlineFieldProps) {
  const [text, setText] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  // Removing the field after Enter or Escape also blurs it. Only the first end counts.
  const ended = useRef(false);
  const typed = text.trim();
  const wrong = typed === initial || typed === '' ? null : (problem?.(typed) ?? null);
  const end = (result: string | null, next = false) => {
    if (ended.current) return;
    ended.current = true;
    onDone(result, next);
  };
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      if (wrong === null && typed !== initial) end(typed);
    };
  });
  // The page may unmount while the user types, for example when the session ends. Keep what they typed.
  useEffect(() => () => leave.current(), []);
  const accept = (next: boolean) => {
    if (wrong === null) end(typed === initial ? null : typed, next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    // An Enter that ends the composition of a character belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') accept(false);
    if (event.key === 'Escape') end(null);
    if (event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      accept(true);
    }
  };
  return (
    <span className={styles.cell}>
      <input
        ref={field}
        className={styles.field}
        aria-label={label}
        aria-invalid={wrong !== null}
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        dir="auto"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => (wrong === null ? accept(false) : end(null))}
      />
      {wrong === null ? null : (
        <span role="alert" className={styles.problem}>
          {wrong}
        </span>
      )}
    </span>
  );
}
