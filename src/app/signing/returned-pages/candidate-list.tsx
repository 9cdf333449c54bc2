import { useEffect, useId, type KeyboardEvent, type MouseEvent, type Ref } from 'react';
import type { Signature } from '../../../db/queries/signing/packets/returned-pages.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { statusInWords } from '../../../contract/rules/signing/assignments/status-in-words.ts';
import { assignmentTone } from '../signing-status-copy.ts';
import { BOARD } from './returned-pages-copy.ts';
import styles from './match-board.module.css';

interface CandidateListProps {
  ref: Ref<HTMLDivElement>;
  candidates: readonly Signature[];
  /** The uuids of signatures that the page's code names. */
  suggested: ReadonlySet<string>;
  /** The uuids of signatures whose pages have similar text. */
  similar: ReadonlySet<string>;
  /** The uuid of the signature that the arrow keys have reached. */
  active: string | null;
  selected: ReadonlySet<string>;
  onActive: (uuid: string) => void;
  onToggle: (uuid: string) => void;
  onMatch: () => void;
  onTurn: (by: -1 | 1) => void;
}

/** The signatures that a page may be for. Works with the keyboard and the pointer. */
export function CandidateList(props: CandidateListProps) {
  const { ref, candidates, suggested, similar, active, selected } = props;
  const { onActive, onToggle, onMatch, onTurn } = props;
  const id = useId();
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const at = candidates.findIndex(({ assignment }) => assignment.uuid === active);
  const move = (to: number) => {
    const next = candidates[Math.min(Math.max(to, 0), candidates.length - 1)];
    if (next) onActive(next.assignment.uuid);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const acts: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Home: () => move(0),
      End: () => move(candidates.length - 1),
      ArrowLeft: () => onTurn(-1),
      ArrowRight: () => onTurn(1),
      Enter: onMatch,
      ' ': () => {
        if (active !== null) onToggle(active);
      },
    };
    const act = acts[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  const onClick = ({ target }: MouseEvent) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null;
    const uuid = option?.dataset['uuid'];
    if (uuid === undefined) return;
    onActive(uuid);
    onToggle(uuid);
  };
  return (
    <div
      ref={ref}
      className={styles.candidates}
      role="listbox"
      aria-label={BOARD.candidates}
      aria-multiselectable="true"
      aria-activedescendant={active === null ? undefined : `${id}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {candidates.map(({ assignment: { uuid, status }, document: name, who }) => (
        <div
          key={uuid}
          id={`${id}-${uuid}`}
          role="option"
          aria-selected={selected.has(uuid)}
          data-uuid={uuid}
          data-active={uuid === active}
          className={styles.candidate}
        >
          <strong>{name}</strong>
          <span>{who}</span>
          <span className={styles.facts}>
            <Badge tone={assignmentTone(status)}>{statusInWords(status)}</Badge>
            {suggested.has(uuid) ? <span>{BOARD.suggested}</span> : null}
            {similar.has(uuid) ? <span>{BOARD.similar}</span> : null}
          </span>
        </div>
      ))}
    </div>
  );
}
