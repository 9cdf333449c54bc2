import { signaturesOfItem, type DealSignatures } from '../../db/queries/signing/assignments/item-signing.ts';
import type { NoteRow, TransactionRow } from '../../db/rows.ts';
import { isMissing, type ChecklistEntry } from '../../db/views/checklist-snapshot.ts';
import { SidePanel, SidePanelBody } from '../ui/layout/side-panel.tsx';
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
  /** The signatures of the deal's documents. */
  signatures: DealSignatures;
  /** Opens the dialog that assigns signatories to the document. */
  onAssign: () => void;
  onClose: () => void;
}

/** Details and notes of the active row, beside the checklist. */
export function DetailsPanel({ deal, entry, notes, signatures, onAssign, onClose }: DetailsPanelProps) {
  return (
    <SidePanel
      label={PANEL.name}
      kind={entry ? PANEL.kinds[entry.kind] : PANEL.title}
      close={PANEL.hide}
      onClose={onClose}
    >
      {entry ? (
        // Keyed by row, so that unsaved fields stay with their row.
        <SidePanelBody key={entry.uuid} name={entry.name}>
          {isMissing(entry) ? (
            <p className={styles.fact}>{entry.coming ? PANEL.loading : PANEL.notHere}</p>
          ) : null}
          {entry.task ? <TaskDetails task={entry.task} people={peopleOf(deal)} team={teamOf(deal)} /> : null}
          {entry.item ? (
            <ItemDetails
              isDeedTransaction={deal.isDeedTransaction}
              item={entry.item}
              people={peopleOf(deal)}
              signatures={signaturesOfItem(signatures, entry.item)}
              onAssign={onAssign}
            />
          ) : null}
          <Notes transaction={deal.uuid} element={entry.uuid} notes={notes} people={peopleOf(deal)} />
        </SidePanelBody>
      ) : (
        <SidePanelBody>
          <p className={styles.fact}>{PANEL.nothingSelected}</p>
        </SidePanelBody>
      )}
    </SidePanel>
  );
}
