import { useMedia } from '../../lib/use-media.ts';
import type { CellState } from '../../../contract/rules/signing/assignments/matrix-sheet.ts';
import { MATRIX } from './matrix-copy.ts';
import {
  ASSIGNMENT_STATUS,
  STATUS_HINTS,
} from '../../../contract/rules/signing/assignments/status-in-words.ts';
import { StateMark } from './grid/state-mark.tsx';
import styles from './signature-matrix.module.css';

const STATES: readonly CellState[] = [
  'assigned',
  'in_packet',
  'sent',
  'viewed',
  'signed_pending_acceptance',
  'executed',
  'released',
  'rejected',
];

/** Explains the shapes in the cells, and how to assign. */
export function MatrixLegend({ mayEdit }: { mayEdit: boolean }) {
  const coarse = useMedia('(pointer: coarse)');
  return (
    <footer className={styles.legend}>
      <ul className={styles.states} aria-label={MATRIX.legend}>
        {STATES.map((state) => (
          <li key={state} className={styles.entry} data-state={state} title={STATUS_HINTS[state]}>
            <StateMark state={state} />
            {ASSIGNMENT_STATUS[state]}
          </li>
        ))}
      </ul>
      {mayEdit ? <p className={styles.help}>{coarse ? MATRIX.helpTouch : MATRIX.help}</p> : null}
    </footer>
  );
}
