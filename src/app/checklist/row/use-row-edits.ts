import { useCallback, useMemo } from 'react';
import { createHeader } from '../../../db/commands/checklist/create-header.ts';
import { createItem } from '../../../db/commands/checklist/create-item.ts';
import { createTask } from '../../../db/commands/checklist/create-task.ts';
import { renameHeader } from '../../../db/commands/checklist/rename-header.ts';
import { updateTask } from '../../../db/commands/checklist/update-task.ts';
import { newUuid } from '../../../db/uuid.ts';
import type { ChecklistEntry } from '../../../db/views/checklist-snapshot.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { ACTS } from '../checklist-copy.ts';
import type { Draft } from './draft-row.ts';
import { giveBackName, newRow } from './unkept-names.ts';
import { updateRow } from '../../../db/commands/collections/standard-commands.ts';

interface RowEdits {
  /** Creates the element that was drafted. Returns its uuid. */
  add: (draft: Draft, name: string) => string;
  rename: (entry: ChecklistEntry, name: string) => void;
  complete: (entry: ChecklistEntry, isComplete: boolean) => void;
}

/** Edits of single rows, which the user can undo. */
export function useRowEdits(transaction: string): RowEdits {
  const db = useMirror();
  const act = useCarryOutAct();
  const add = useCallback(
    ({ kind, parent, after }: Draft, name: string) => {
      const uuid = newUuid();
      const placed = { transaction, uuid: newUuid(), elementUuid: uuid, name, parent, after };
      const adding =
        kind === 'header'
          ? createHeader(db, { transaction, uuid, label: name, parent, after })
          : kind === 'task'
            ? createTask(db, placed)
            : createItem(db, placed);
      act(ACTS.add(name), adding);
      giveBackName(db.userId, newRow(kind), name, adding);
      return uuid;
    },
    [db, transaction, act],
  );
  const rename = useCallback(
    ({ uuid, kind, name: before, item, task }: ChecklistEntry, name: string) => {
      const renaming =
        kind === 'header'
          ? renameHeader(db, { transaction, uuid, label: name })
          : item
            ? updateRow(db, 'items', { transaction, uuid: item.uuid, edits: { name } })
            : task && updateTask(db, { transaction, uuid: task.uuid, edits: { name } });
      if (!renaming) return;
      act(ACTS.rename(before), renaming);
      giveBackName(db.userId, uuid, name, renaming);
    },
    [db, transaction, act],
  );
  const complete = useCallback(
    ({ name, item, task }: ChecklistEntry, isComplete: boolean) => {
      const label = ACTS.mark(name, isComplete);
      if (item)
        act(label, updateRow(db, 'items', { transaction, uuid: item.uuid, edits: { complete: isComplete } }));
      else if (task) act(label, updateTask(db, { transaction, uuid: task.uuid, edits: { isComplete } }));
    },
    [db, transaction, act],
  );
  return useMemo(() => ({ add, rename, complete }), [add, rename, complete]);
}
