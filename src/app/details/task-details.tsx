import { updateTask, type UpdateTaskArgs } from '../../db/commands/checklist/update-task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { SelectField } from '../ui/form/select.tsx';
import { DraftField } from '../ui/form/draft-field.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { useMayEdit } from '../transaction/may-edit.ts';
import { useCarryOutAct } from '../undo/history-context.ts';
import { FIELDS } from './details-copy.ts';
import { nameOf, type People } from './people.ts';
import styles from './details-panel.module.css';

const DESCRIPTION_MAX = 10_000;

interface TaskDetailsProps {
  task: TaskRow;
  people: People;
  team: readonly { uuid: string; name: string }[];
}

/** Assignee, due date and description of a task. */
export function TaskDetails({ task, people, team }: TaskDetailsProps) {
  const db = useMirror();
  const act = useCarryOutAct();
  const mayEdit = useMayEdit();
  const { transaction, uuid, assignee } = task;
  const change = (edits: UpdateTaskArgs['edits']) => {
    const changing = updateTask(db, { transaction, uuid, edits });
    act(FIELDS.change(task.name), changing);
    return changing;
  };
  const left = assignee !== null && !team.some((person) => person.uuid === assignee);
  return (
    <fieldset disabled={!mayEdit} className={styles.fields}>
      <div className={styles.pair}>
        <SelectField
          label={FIELDS.assignee}
          options={[
            ['', FIELDS.unassigned],
            ...(left ? [[assignee, nameOf(people, assignee)] as const] : []),
            ...team.map((person) => [person.uuid, person.name] as const),
          ]}
          value={assignee ?? ''}
          onChoose={(chosen) => change({ assignee: chosen || null })}
        />
        <DraftField
          label={FIELDS.due}
          type="date"
          value={task.dueDate ?? ''}
          optional
          onCommit={(dueDate) => change({ dueDate: dueDate === '' ? null : dueDate })}
        />
      </div>
      <DraftField
        label={FIELDS.description}
        value={task.description}
        multiline
        optional
        maxLength={DESCRIPTION_MAX}
        onCommit={(description) => change({ description })}
      />
      {task.isComplete && task.completedAt !== null ? (
        <p className={styles.fact}>
          {FIELDS.doneBy(people.get(task.completedBy ?? ''), formatDateTime(task.completedAt))}
        </p>
      ) : null}
    </fieldset>
  );
}
