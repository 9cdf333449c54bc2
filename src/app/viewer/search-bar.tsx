import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { IconButton } from '../ui/button.tsx';
import { SearchField } from '../ui/form/search-field.tsx';
import type { Search } from './use-search.ts';
import { SEARCH } from './viewer-copy.ts';
import styles from './search-bar.module.css';

interface SearchBarProps {
  search: Search;
  /** Number of pages in the document. */
  pages: number;
  field: RefObject<HTMLInputElement | null>;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
}

/** Finds text in the document. Enter goes to the next match, Shift and Enter to the previous one. */
export function SearchBar({ search, pages, field, onStep, onClose }: SearchBarProps) {
  const { words, hits } = search;
  useEffect(() => field.current?.focus(), [field]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onStep(event.shiftKey ? -1 : 1);
  };
  return (
    <search className={styles.bar} aria-label={SEARCH.name}>
      <SearchField
        ref={field}
        label={SEARCH.field}
        value={words}
        onText={search.setWords}
        onKeyDown={onKeyDown}
      />
      <output className={styles.count}>{matchStatus(search, pages)}</output>
      <IconButton label={SEARCH.previous} disabled={hits.length === 0} onClick={() => onStep(-1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton label={SEARCH.next} disabled={hits.length === 0} onClick={() => onStep(1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <IconButton label={SEARCH.close} onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </search>
  );
}

function matchStatus({ words, hits, place, read, current }: Search, pages: number): string {
  if (words.trim() === '') return '';
  const soFar = read < pages ? `, ${SEARCH.searched(read, pages)}` : '';
  if (hits.length === 0) return read < pages ? SEARCH.searching : SEARCH.none;
  if (!current) return `${SEARCH.found(hits.length)}${soFar}`;
  return `${SEARCH.match(place, hits.length, current.page)}${soFar}`;
}
