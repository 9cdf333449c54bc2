import type { ComponentProps } from 'react';
import SearchIcon from 'lucide-react/icons/search';
import { classNames } from '../class-names.ts';
import { KeyCap } from '../key-cap.tsx';
import control from './control.module.css';
import styles from './search-field.module.css';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** The accessible name and the placeholder. */
  label: string;
  value: string;
  onText: (text: string) => void;
  /** The key that focuses the field. Shown while the field is empty. */
  shortcut?: string;
}

export function SearchField({ label, value, onText, shortcut, className, ...input }: SearchFieldProps) {
  return (
    <span className={classNames(styles.search, className)}>
      <SearchIcon aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={label}
        autoComplete="off"
        {...input}
        className={classNames(control.control, styles.input)}
        value={value}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {shortcut !== undefined && value === '' ? (
        <span className={styles.key} aria-hidden="true">
          <KeyCap>{shortcut}</KeyCap>
        </span>
      ) : null}
    </span>
  );
}
