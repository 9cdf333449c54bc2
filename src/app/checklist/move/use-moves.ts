import { moveElements } from '../../../db/commands/checklist/move-elements.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { ACTS } from '../checklist-copy.ts';
import { describeMove, keyboardMove, type MoveDirection } from './keyboard-move.ts';
import { blockOf, namesOf, type Move } from './legal-move.ts';
import type { ShownChecklist } from '../use-checklist-snapshot.ts';

interface MovesOptions extends Omit<ShownChecklist, 'snapshot'> {
  announce: (sentence: string) => void;
  /** Expands the row. */
  unfold: (uuid: string) => void;
  onMovedByKey: () => void;
}

interface Moves {
  move: (wanted: Move) => void;
  /** Moves these rows one step in that direction. */
  moveByKey: (ids: ReadonlySet<string>, direction: MoveDirection) => void;
}

/** Moves rows of the checklist. Each move can be undone and is announced to screen readers. */
export function useMoves(
  transaction: string,
  { current, whole, announce, unfold, onMovedByKey }: MovesOptions,
): Moves {
  const db = useMirror();
  const act = useCarryOutAct();
  const moveIn = (now: ChecklistSnapshot, wanted: Move) => {
    announce(describeMove(now, wanted));
    unfold(wanted.parent);
    act(ACTS.move(namesOf(now, wanted.ids)), moveElements(db, { transaction, ...wanted }));
  };
  const moveByKey = (ids: ReadonlySet<string>, direction: MoveDirection) => {
    const moveFrom = (now: ChecklistSnapshot) => {
      const found = keyboardMove(now, blockOf(now, ids), direction);
      if ('blocked' in found) announce(found.blocked);
      else moveIn(now, found.move);
      onMovedByKey();
    };
    // Each press starts where the one before it ended, because keys arrive faster than paints.
    const now = current();
    if (now.state === 'ready') moveFrom(now);
    else runCommand(whole().then(moveFrom));
  };
  return { move: (wanted) => moveIn(current(), wanted), moveByKey };
}
