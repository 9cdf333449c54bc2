import X from 'lucide-react/icons/x';
import type { NoteRow, TransactionRow } from '../../db/rows.ts';
import { isMissing, type ChecklistEntry } from '../../db/views/checklist-snapshot.ts';
import { IconButton } from '../ui/button.tsx';
import { PANEL } from './details-copy.ts';
import { ItemDetails } from './item-details.tsx';
import { Notes } from './notes.tsx';
import { peopleOf, teamOf } from './people.ts';
import { TaskDetails } from './task-details.tsx';
import styles from './details-panel.module.css';

interface DetailsPanelProps {
  deal: TransactionRow;
  /** The active row of the checklist; null = none. */
  entry: ChecklistEntry | null;
  notes: readonly NoteRow[];
  onClose: () => void;
}

/** Details and notes of the active row, beside the checklist. */
export function DetailsPanel({ deal, entry, notes, onClose }: DetailsPanelProps) {
  return (
    <aside className={styles.panel} aria-label={PANEL.name}>
      <header className={styles.head}>
        <p className={styles.kind}>{entry ? PANEL.kinds[entry.kind] : PANEL.title}</p>
        <IconButton label={PANEL.hide} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      {entry ? (
        // Keyed by row, so that unsaved fields stay with their row.
        <div key={entry.uuid} className={styles.body}>
          <h2 className={styles.name}>{entry.name}</h2>
          {isMissing(entry) ? (
            <p className={styles.fact}>{entry.coming ? PANEL.loading : PANEL.notHere}</p>
          ) : null}
          {entry.task ? <TaskDetails task={entry.task} people={peopleOf(deal)} team={teamOf(deal)} /> : null}
          {entry.item ? <ItemDetails item={entry.item} people={peopleOf(deal)} /> : null}
          <Notes transaction={deal.uuid} element={entry.uuid} notes={notes} people={peopleOf(deal)} />
        </div>
      ) : (
        <p className={styles.fact}>{PANEL.nothingSelected}</p>
      )}
    </aside>
  );
}
