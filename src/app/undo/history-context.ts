import { createContext, use, useCallback, useMemo } from 'react';
import { undoSteps, type Step } from '../../db/commands/tray/undo-steps.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { dismissToast, pushToast } from '../toasts/toast-store.ts';
import { UNDO } from './undo-copy.ts';
import { EditHistory, type HistoryDirection } from './edit-history.ts';

/** Histories by user and deal. They survive a visit to another page. */
const histories = new Map<string, EditHistory>();

function historyOf(db: MirrorDatabase, deal: string): EditHistory {
  const key = `${db.userId}/${deal}`;
  const existing = histories.get(key);
  if (existing) return existing;
  const made = new EditHistory(async (steps) => undoSteps(db, steps));
  histories.set(key, made);
  return made;
}

export const HistoryContext = createContext<EditHistory | null>(null);

/** Returns the user's history in a deal, for `HistoryContext`. */
export function useDealHistory(db: MirrorDatabase, deal: string): EditHistory {
  return useMemo(() => historyOf(db, deal), [db, deal]);
}

/** Returns the history of the deal around the component. Throws outside a `HistoryContext`. */
export function useEditHistory(): EditHistory {
  const history = use(HistoryContext);
  if (!history) throw new Error('This part of the app needs the history of a deal around it.');
  return history;
}

/**
 * Runs a command on a screen of a deal, like `runCommand`, and records it for undo. `notice`: the text of a toast with an Undo
 * button, for acts that are easily done by mistake.
 */
export type CarryOutAct = (label: string, command: Promise<Step[]>, notice?: string) => void;

/** Returns the function that runs undoable commands. */
export function useCarryOutAct(): CarryOutAct {
  const history = useEditHistory();
  return useCallback(
    (label, command, notice) => {
      const record = async () => {
        await history.follow(label, command);
        // The toast may offer to undo an act that is no longer the last one.
        dismissToast(TOAST);
        if (notice !== undefined) offerUndo(history, notice);
      };
      runCommand(record());
    },
    [history],
  );
}

/** All undo messages share one toast, because only the latest one matters. */
const TOAST = 'undo';

/** Undoes or redoes an act, and shows a toast. */
export function goInHistory(history: EditHistory, direction: HistoryDirection): void {
  runCommand(goAndNotify(history, direction));
}

async function goAndNotify(history: EditHistory, direction: HistoryDirection): Promise<void> {
  const outcome = await history.go(direction);
  if (!outcome) return;
  dismissToast(TOAST);
  const { kind, label } = outcome;
  if (kind === 'changed_since') {
    pushToast({ id: TOAST, level: 'error', message: UNDO.changedSince(direction, label) });
    return;
  }
  pushToast({ id: TOAST, level: 'info', message: UNDO.done(direction, label) });
}

/** Shows a toast about the last act, with an Undo button. */
function offerUndo(history: EditHistory, message: string): void {
  const run = () => {
    dismissToast(TOAST);
    goInHistory(history, 'undo');
  };
  pushToast({ id: TOAST, level: 'info', message, action: { label: UNDO.toastButton, run } });
}
