import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { IconButton } from '../ui/button.tsx';
import { SearchField } from '../ui/form/search-field.tsx';
import type { Search } from './use-search.ts';
import styles from './search-bar.module.css';

interface SearchBarProps {
  search: Search;
  /** Of the document. */
  pages: number;
  field: RefObject<HTMLInputElement | null>;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
}

/** Finds words in the document: Enter goes to the next place, Shift and Enter to the one before. */
export function SearchBar({ search, pages, field, onStep, onClose }: SearchBarProps) {
  const { words, hits } = search;
  useEffect(() => field.current?.focus(), [field]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onStep(event.shiftKey ? -1 : 1);
  };
  return (
    <search className={styles.bar} aria-label="In this document">
      <SearchField
        ref={field}
        label="Find in this document"
        value={words}
        onText={search.setWords}
        onKeyDown={onKeyDown}
      />
      <output className={styles.count}>{countInWords(search, pages)}</output>
      <IconButton label="Previous place" disabled={hits.length === 0} onClick={() => onStep(-1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton label="Next place" disabled={hits.length === 0} onClick={() => onStep(1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <IconButton label="End the search" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </search>
  );
}

function countInWords({ words, hits, place, read, current }: Search, pages: number): string {
  if (words.trim() === '') return '';
  const soFar = read < pages ? `, ${read} of ${pages} pages searched` : '';
  if (hits.length === 0) return read < pages ? 'Searching…' : 'Not found';
  if (!current) return `${hits.length} found${soFar}`;
  return `${place} of ${hits.length}, page ${current.page}${soFar}`;
}
