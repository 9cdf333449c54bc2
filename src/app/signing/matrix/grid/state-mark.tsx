import { memo } from 'react';
import type { CellState } from '../../../../contract/rules/signing/assignments/matrix-sheet.ts';

/** One shape for each status, so that statuses don't differ only by color. Drawn on a 16 × 16 grid. */
const OUTLINES: Record<CellState, string> = {
  unassigned: '',
  assigned: 'M8 3a5 5 0 1 1 0 10a5 5 0 0 1 0-10z',
  in_packet: 'M2.5 4.5h11v7.5h-11z M2.5 5l5.5 4.2L13.5 5',
  sent: 'M2.8 8.2L13.5 3l-3 10.2-2.6-4.1z M7.9 9.1L13.5 3',
  viewed:
    'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8z M8 6.3a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 0 1 0-3.4z',
  signed_pending_acceptance: 'M2.5 13.5h11 M4 10.8l.6-2.6L10.8 2l2 2-6.2 6.2z',
  executed: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11z M5.4 8.2l1.8 1.8 3.4-3.8',
  released: 'M1.5 8.6l2.8 2.8L10 5 M7 10.6l.8.8L14 5',
  rejected: 'M4 4l8 8 M12 4l-8 8',
  cancelled: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11z M4.2 4.2l7.6 7.6',
};

/** The shape of a status, in the color of the surrounding text. */
export const StateMark = memo(function StateMark({ state }: { state: CellState }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={OUTLINES[state]} />
    </svg>
  );
});
