import { useState } from 'react';
import X from 'lucide-react/icons/x';
import type { ChecklistFilter } from '../../db/views/checklist-filter.ts';
import { IconButton } from '../ui/button.tsx';
import { focusOnMount } from '../ui/focus-on-mount.ts';
import styles from './filter-bar.module.css';

const WHICH: readonly (readonly [ChecklistFilter['which'], string])[] = [
  ['all', 'Everything'],
  ['open', 'Not done yet'],
  ['mine', 'Given to me'],
  ['no_file', 'Without a file'],
];

interface FilterBarProps {
  filter: ChecklistFilter;
  /** How many entries match; null while nothing is asked for. */
  matches: number | null;
  onFilter: (filter: ChecklistFilter) => void;
  onClose: () => void;
}

/** What of the checklist is to be seen. Escape shows everything again. */
export function FilterBar({ filter, matches, onFilter, onClose }: FilterBarProps) {
  const [text, setText] = useState(filter.text);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is heard here for all fields in it
    <div
      className={styles.bar}
      role="search"
      aria-label="Filter the checklist"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <input
        type="search"
        className={styles.text}
        aria-label="Part of a name"
        placeholder="Part of a name"
        autoComplete="off"
        value={text}
        ref={focusOnMount}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onFilter({ ...filter, text: event.currentTarget.value });
        }}
      />
      <select
        className={styles.which}
        aria-label="How it stands"
        value={filter.which}
        onChange={(event) => {
          const chosen = WHICH.find(([which]) => which === event.currentTarget.value);
          if (chosen) onFilter({ ...filter, which: chosen[0] });
        }}
      >
        {WHICH.map(([which, words]) => (
          <option key={which} value={which}>
            {words}
          </option>
        ))}
      </select>
      <span role="status" className={styles.found}>
        {matches === null ? '' : matches === 0 ? 'Nothing found' : `${matches} found`}
      </span>
      <IconButton label="Show everything" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
