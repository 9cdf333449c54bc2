// The UI copy of undo and redo. `act` is what the user did, such as “Rename “Bylaws””.
import type { HistoryDirection } from './edit-history.ts';

export const UNDO = {
  button: (act: string | null) => (act === null ? 'Undo' : `Undo: ${act}`),
  redoButton: (act: string | null) => (act === null ? 'Redo' : `Redo: ${act}`),
  toastButton: 'Undo',
  done: (direction: HistoryDirection, act: string) => `${direction === 'undo' ? 'Undone' : 'Redone'}: ${act}`,
  changedSince: (direction: HistoryDirection, act: string) =>
    `We couldn’t ${direction} “${act}” because something has changed in the meantime.`,
};
