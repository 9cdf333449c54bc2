import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { DOCUMENT_NAME_MAX } from '../../../contract/rules/documents/upload-checks.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { unkeptName } from './unkept-names.ts';
import styles from './row-name-field.module.css';

interface RowNameFieldProps {
  /** The row's uuid, or `newRow`: a name of it that could not be kept is there again. */
  about: string;
  label: string;
  initial: string;
  placeholder?: string;
  /** The new name, trimmed; null where it was given up, left empty or not changed. */
  onDone: (name: string | null) => void;
}

/** Names a row in its place: Enter or leaving it takes the name, Escape gives it up. */
export function RowNameField({ about, label, initial, placeholder, onDone }: RowNameFieldProps) {
  const { userId } = useMirror();
  const [text, setText] = useState(() => unkeptName(userId, about) ?? initial);
  // Leaving the field also happens when Enter or Escape takes it away: only the first end counts.
  const ended = useRef(false);
  const end = (name: string | null) => {
    if (ended.current) return;
    ended.current = true;
    onDone(name);
  };
  const take = () => {
    const name = text.trim();
    end(name === '' || name === initial ? null : name);
  };
  const field = useRef<HTMLInputElement>(null);
  // Not as it is mounted: a menu that this was chosen in goes in the same commit, and until its effects are taken
  // back, the page behind it is inert and takes no focus.
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
  // The page may be taken away under the person, as at the end of their session: what they typed is kept.
  useEffect(() => () => leave.current(), []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    // An Enter that ends the composition of a character is the input method's.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') take();
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
      onBlur={take}
    />
  );
}
