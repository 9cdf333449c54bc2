import type { ReactNode } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Collection } from 'react-aria-components/Collection';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { TextField } from 'react-aria-components/TextField';
import { classNames } from '../class-names.ts';
import { focusOnMount } from './focus-on-mount.ts';
import control from './control.module.css';
import styles from './pick-list.module.css';
import hidden from '../visually-hidden.module.css';

export interface Pick {
  id: string;
  text: string;
  icon?: ReactNode;
  /** Shown in gray after the text, for example the location or the kind. */
  hint?: string;
  /** How many levels it is indented. */
  level?: number;
}

/** Options under a heading. */
export interface PickGroup {
  id: string;
  heading: string;
  picks: readonly Pick[];
}

interface PickListProps {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** The options that match the text. */
  picks: readonly Pick[] | readonly PickGroup[];
  /** Shown when nothing matches. */
  none: string;
  /** Shown below the options, for example that there are more. */
  note?: string | null;
  onPick: (id: string) => void;
}

/** A search field with a list of matching options. The arrow keys and Enter work from the field. */
export function PickList({
  label,
  placeholder,
  text,
  onText,
  picks,
  none,
  note = null,
  onPick,
}: PickListProps) {
  const entries: readonly (Pick | PickGroup)[] = picks;
  return (
    <div className={styles.list}>
      <Autocomplete inputValue={text} onInputChange={onText}>
        <TextField aria-label={label} className={styles.search ?? ''}>
          <Input
            ref={focusOnMount}
            placeholder={placeholder}
            className={classNames(control.control, styles.input)}
          />
        </TextField>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and its options never take focus */}
        <div className={styles.scroller} role="presentation" tabIndex={0}>
          <Menu
            aria-label={label}
            className={styles.menu ?? ''}
            items={entries}
            onAction={(id) => onPick(String(id))}
            renderEmptyState={() => <p className={styles.none}>{none}</p>}
          >
            {(each) =>
              'picks' in each ? (
                <MenuSection id={each.id} className={styles.group ?? ''}>
                  <Header className={styles.heading ?? ''}>{each.heading}</Header>
                  <Collection items={each.picks}>{pickRow}</Collection>
                </MenuSection>
              ) : (
                pickRow(each)
              )
            }
          </Menu>
        </div>
        <p role="status" className={note === null ? hidden.hidden : styles.note}>
          {note}
        </p>
      </Autocomplete>
    </div>
  );
}

function pickRow({ id, text, icon, hint, level = 0 }: Pick) {
  return (
    <MenuItem
      id={id}
      textValue={text}
      className={styles.pick ?? ''}
      style={{ paddingInlineStart: `calc(var(--space-3) + ${level * 16}px)` }}
    >
      {icon}
      <span className={styles.words}>{text}</span>
      {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
    </MenuItem>
  );
}
