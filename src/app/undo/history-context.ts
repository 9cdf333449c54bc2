import { createContext, use, useCallback, useMemo } from 'react';
import { undoSteps, type Step } from '../../db/commands/tray/undo-steps.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { dismissToast, pushToast } from '../toasts/toast-store.ts';
import { EditHistory, type HistoryDirection } from './edit-history.ts';

/** By person and deal: they stay while the person looks at another page. */
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

/** The person's own acts in a deal, for `HistoryContext`. */
export function useDealHistory(db: MirrorDatabase, deal: string): EditHistory {
  return useMemo(() => historyOf(db, deal), [db, deal]);
}

/** See `EditHistory`. Only below a `HistoryContext`. */
export function useEditHistory(): EditHistory {
  const history = use(HistoryContext);
  if (!history) throw new Error('This part of the app needs the history of a deal around it.');
  return history;
}

/**
 * How a screen of a deal carries commands out: as `runCommand`, and so that the person can take them back. `offered` is said in
 * a toast that has the way back in it, for what is easily done by mistake.
 */
export type CarryOutAct = (label: string, command: Promise<Step[]>, offered?: string) => void;

export function useCarryOutAct(): CarryOutAct {
  const history = useEditHistory();
  return useCallback(
    (label, command, offered) => {
      const record = async () => {
        await history.follow(label, command);
        // It offers to take back what is no longer the last act.
        dismissToast(TOAST);
        if (offered !== undefined) offerUndo(history, offered);
      };
      runCommand(record());
    },
    [history],
  );
}

/** One toast for what was taken back last; the one before would only be in its way. */
const TOAST = 'undo';

/** Takes the last act back, or does it again, and says so. */
export function goInHistory(history: EditHistory, direction: HistoryDirection): void {
  runCommand(goAndSay(history, direction));
}

async function goAndSay(history: EditHistory, direction: HistoryDirection): Promise<void> {
  const outcome = await history.go(direction);
  if (!outcome) return;
  dismissToast(TOAST);
  const { kind, label } = outcome;
  if (kind === 'changed_since') {
    const done = direction === 'undo' ? 'undone' : 'done again';
    const message = `“${label}” was not ${done}: it is no longer as you left it.`;
    pushToast({ id: TOAST, level: 'error', message });
    return;
  }
  pushToast({
    id: TOAST,
    level: 'info',
    message: `${direction === 'undo' ? 'Undone' : 'Done again'}: ${label}`,
  });
}

/** Says what the last act did, with the way back. */
function offerUndo(history: EditHistory, message: string): void {
  const run = () => {
    dismissToast(TOAST);
    goInHistory(history, 'undo');
  };
  pushToast({ id: TOAST, level: 'info', message, action: { label: 'Undo', run } });
}
