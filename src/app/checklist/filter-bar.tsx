import { useState } from 'react';
import X from 'lucide-react/icons/x';
import type { ChecklistFilter, FilterMatches } from '../../db/views/checklist-filter.ts';
import { IconButton } from '../ui/button.tsx';
import { Select } from '../ui/form/select.tsx';
import { focusOnMount } from '../ui/form/focus-on-mount.ts';
import { SearchField } from '../ui/form/search-field.tsx';
import { Bar } from '../ui/layout/toolbar.tsx';
import { filterWords } from './filter-words.ts';
import styles from './filter-bar.module.css';

const WHICH: readonly (readonly [ChecklistFilter['which'], string])[] = [
  ['all', 'Everything'],
  ['open', 'Not done yet'],
  ['mine', 'Given to me'],
  ['no_file', 'Without a file'],
];

interface FilterBarProps {
  filter: ChecklistFilter;
  /** What matches; null while there is no filter. */
  matches: FilterMatches | null;
  onFilter: (filter: ChecklistFilter) => void;
  onClose: () => void;
}

/** What of the checklist is to be seen. Escape shows everything again. */
export function FilterBar({ filter, matches, onFilter, onClose }: FilterBarProps) {
  const [text, setText] = useState(filter.text);
  return (
    <Bar
      sunken
      role="search"
      aria-label="Filter the checklist"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <SearchField
        label="Part of a name"
        value={text}
        ref={focusOnMount}
        onText={(typed) => {
          setText(typed);
          onFilter({ ...filter, text: typed });
        }}
      />
      <Select
        label="How it stands"
        options={WHICH}
        value={filter.which}
        onChoose={(which) => onFilter({ ...filter, which })}
      />
      <span role="status" className={styles.found}>
        {matches === null ? '' : filterWords(matches)}
      </span>
      <IconButton label="Show everything" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </Bar>
  );
}
