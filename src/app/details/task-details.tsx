import { updateTask, type UpdateTaskArgs } from '../../db/commands/checklist/update-task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { SelectField } from '../ui/form/select.tsx';
import { DraftField } from '../ui/form/draft-field.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { useMayEdit } from '../transaction/may-edit.ts';
import { useCarryOutAct } from '../undo/history-context.ts';
import type { People } from './people.ts';
import styles from './details-panel.module.css';

const DESCRIPTION_MAX = 10_000;

interface TaskDetailsProps {
  task: TaskRow;
  people: People;
  team: readonly { uuid: string; name: string }[];
}

/** Who does a task, until when, and what it is about. */
export function TaskDetails({ task, people, team }: TaskDetailsProps) {
  const db = useMirror();
  const act = useCarryOutAct();
  const mayEdit = useMayEdit();
  const { transaction, uuid, assignee } = task;
  const change = (edits: UpdateTaskArgs['edits']) => {
    const changing = updateTask(db, { transaction, uuid, edits });
    act(`Change “${task.name}”`, changing);
    return changing;
  };
  const left = assignee !== null && !team.some((person) => person.uuid === assignee);
  return (
    <fieldset disabled={!mayEdit} className={styles.fields}>
      <div className={styles.pair}>
        <SelectField
          label="Given to"
          options={[
            ['', 'Nobody yet'],
            ...(left ? [[assignee, people.get(assignee) ?? 'Somebody who has left'] as const] : []),
            ...team.map((person) => [person.uuid, person.name] as const),
          ]}
          value={assignee ?? ''}
          onChoose={(chosen) => change({ assignee: chosen || null })}
        />
        <DraftField
          label="Due"
          type="date"
          value={task.dueDate ?? ''}
          optional
          onCommit={(dueDate) => change({ dueDate: dueDate === '' ? null : dueDate })}
        />
      </div>
      <DraftField
        label="Description"
        value={task.description}
        multiline
        optional
        maxLength={DESCRIPTION_MAX}
        onCommit={(description) => change({ description })}
      />
      {task.isComplete && task.completedAt !== null ? (
        <p className={styles.fact}>
          Done by {people.get(task.completedBy ?? '') ?? 'somebody who has left'},{' '}
          {formatDateTime(task.completedAt)}
        </p>
      ) : null}
    </fieldset>
  );
}
