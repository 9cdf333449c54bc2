import { useState } from 'react';
import X from 'lucide-react/icons/x';
import type { ChecklistFilter, FilterMatches } from '../../db/views/checklist-filter.ts';
import { IconButton } from '../ui/button.tsx';
import { Select } from '../ui/form/select.tsx';
import { focusOnMount } from '../ui/form/focus-on-mount.ts';
import { SearchField } from '../ui/form/search-field.tsx';
import { Bar } from '../ui/layout/toolbar.tsx';
import { FILTER, matchesFound } from './checklist-copy.ts';
import styles from './filter-bar.module.css';

const OPTIONS = (['all', 'open', 'mine', 'no_file'] as const).map(
  (which) => [which, FILTER.options[which]] as const,
);

interface FilterBarProps {
  filter: ChecklistFilter;
  /** How many rows of each kind match; null while nothing is filtered. */
  matches: FilterMatches | null;
  onFilter: (filter: ChecklistFilter) => void;
  onClose: () => void;
}

/** Narrows the checklist by name and state. Escape clears the filter. */
export function FilterBar({ filter, matches, onFilter, onClose }: FilterBarProps) {
  const [text, setText] = useState(filter.text);
  return (
    <Bar
      sunken
      role="search"
      aria-label={FILTER.name}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <SearchField
        label={FILTER.text}
        value={text}
        ref={focusOnMount}
        onText={(typed) => {
          setText(typed);
          onFilter({ ...filter, text: typed });
        }}
      />
      <Select
        label={FILTER.which}
        options={OPTIONS}
        value={filter.which}
        onChoose={(which) => onFilter({ ...filter, which })}
      />
      <span role="status" className={styles.found}>
        {matches === null ? '' : matchesFound(matches)}
      </span>
      <IconButton label={FILTER.close} onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </Bar>
  );
}
