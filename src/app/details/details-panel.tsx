import X from 'lucide-react/icons/x';
import type { NoteRow, TransactionRow } from '../../db/rows.ts';
import { isMissing, type ChecklistEntry } from '../../db/views/checklist-snapshot.ts';
import { IconButton } from '../ui/button.tsx';
import { ItemDetails } from './item-details.tsx';
import { Notes } from './notes.tsx';
import { peopleOf, teamOf } from './people.ts';
import { TaskDetails } from './task-details.tsx';
import styles from './details-panel.module.css';

const KINDS = { header: 'Header', item: 'Document', task: 'Task' };

interface DetailsPanelProps {
  deal: TransactionRow;
  /** The active row of the checklist; null = there is none. */
  entry: ChecklistEntry | null;
  notes: readonly NoteRow[];
  onClose: () => void;
}

/** What there is to say of one line of the checklist, beside it. */
export function DetailsPanel({ deal, entry, notes, onClose }: DetailsPanelProps) {
  return (
    <aside className={styles.panel} aria-label="Details and notes">
      <header className={styles.head}>
        <p className={styles.kind}>{entry ? KINDS[entry.kind] : 'Details'}</p>
        <IconButton label="Hide details" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      {entry ? (
        // Fields that are half filled in stay with their own row.
        <div key={entry.uuid} className={styles.body}>
          <h2 className={styles.name}>{entry.name}</h2>
          {isMissing(entry) ? (
            <p className={styles.fact}>
              {entry.coming
                ? 'The content of this item is loading.'
                : 'The content of this item has not loaded on this device. Others may still have it, and deleting the item deletes it for everyone.'}
            </p>
          ) : null}
          {entry.task ? <TaskDetails task={entry.task} people={peopleOf(deal)} team={teamOf(deal)} /> : null}
          {entry.item ? <ItemDetails item={entry.item} people={peopleOf(deal)} /> : null}
          <Notes transaction={deal.uuid} element={entry.uuid} notes={notes} people={peopleOf(deal)} />
        </div>
      ) : (
        <p className={styles.fact}>Choose a row of the checklist to see its details and notes.</p>
      )}
    </aside>
  );
}
