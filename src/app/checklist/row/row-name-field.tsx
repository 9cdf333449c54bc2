import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { DOCUMENT_NAME_MAX } from '../../../contract/rules/documents/upload-checks.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { unkeptName } from './unkept-names.ts';
import styles from './row-name-field.module.css';

interface RowNameFieldProps {
  /** The row's uuid, or the key from `newRow`. The field opens with a typed name that could not be saved under this key. */
  about: string;
  label: string;
  initial: string;
  placeholder?: string;
  /** Receives the new name, trimmed; null if it was canceled, left empty or not changed. */
  onDone: (name: string | null) => void;
}

/** Edits a row's name in place. Enter or blur accepts the name; Escape cancels. */
export function RowNameField({ about, label, initial, placeholder, onDone }: RowNameFieldProps) {
  const { userId } = useMirror();
  const [text, setText] = useState(() => unkeptName(userId, about) ?? initial);
  // Removing the field after Enter or Escape also blurs it. Only the first end counts.
  const ended = useRef(false);
  const end = (name: string | null) => {
    if (ended.current) return;
    ended.current = true;
    onDone(name);
  };
  const accept = () => {
    const name = text.trim();
    end(name === '' || name === initial ? null : name);
  };
  const field = useRef<HTMLInputElement>(null);
  // In an effect, not on mount: the menu that started the edit closes in the same commit, and the page behind it is
  // inert until the menu's effects are cleaned up.
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      const name = text.trim();
      if (name !== '' && name !== initial) end(name);
    };
  });
  // The page may go away while the user types, for example when the session ends. Keep what they typed.
  useEffect(() => () => leave.current(), []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    // An Enter that ends a composition belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') accept();
    if (event.key === 'Escape') end(null);
  };
  return (
    <input
      ref={field}
      className={styles.field}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={DOCUMENT_NAME_MAX}
      autoComplete="off"
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={accept}
    />
  );
}
