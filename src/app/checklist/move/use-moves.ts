import { useRef } from 'react';
import { moveElements } from '../../../db/commands/checklist/move-elements.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { describeMove, keyboardMove, type MoveDirection } from './keyboard-move.ts';
import { blockOf, namesOf, type Move } from './legal-move.ts';

interface MovesOptions {
  snapshot: ChecklistSnapshot;
  /** The snapshot with every edit that has been made here. */
  current: () => Promise<ChecklistSnapshot>;
  announce: (sentence: string) => void;
  /** Shows what lies under it. */
  unfold: (uuid: string) => void;
  onMovedByKey: () => void;
}

interface Moves {
  move: (wanted: Move) => void;
  /** Takes these one step in that direction. */
  moveByKey: (ids: ReadonlySet<string>, direction: MoveDirection) => void;
}

/** How rows of a deal's checklist are moved, as acts that the person can take back and hears of. */
export function useMoves(
  transaction: string,
  { snapshot, current, announce, unfold, onMovedByKey }: MovesOptions,
): Moves {
  const db = useMirror();
  const act = useCarryOutAct();
  const pressed = useRef<Promise<void>>(Promise.resolve());
  const moveIn = async (now: ChecklistSnapshot, wanted: Move) => {
    announce(describeMove(now, wanted));
    unfold(wanted.parent);
    const made = moveElements(db, { transaction, ...wanted });
    act(`Move ${namesOf(now, wanted.ids)}`, made);
    await made;
  };
  const moveByKey = (ids: ReadonlySet<string>, direction: MoveDirection) => {
    // Each press counts from where the one before it ends: keys come faster than paints.
    const before = pressed.current;
    const moveFromThere = async () => {
      await before;
      const now = await current();
      const found = keyboardMove(now, blockOf(now, ids), direction);
      if ('blocked' in found) announce(found.blocked);
      else await moveIn(now, found.move);
      onMovedByKey();
    };
    const moved = moveFromThere();
    pressed.current = moved.catch(() => undefined);
    runCommand(moved);
  };
  return { move: (wanted) => runCommand(moveIn(snapshot, wanted)), moveByKey };
}
