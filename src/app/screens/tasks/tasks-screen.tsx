import { useMemo, useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import Plus from 'lucide-react/icons/plus';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { createTask } from '../../../db/commands/checklist/create-task.ts';
import { updateTask } from '../../../db/commands/checklist/update-task.ts';
import { notesOf, type NotesByElement } from '../../../db/queries/transactions/notes.ts';
import type { TaskRow, TransactionRow } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { dueState } from '../../checklist/row/row-facts.ts';
import { Notes } from '../../details/notes.tsx';
import { nameOf, peopleOf, teamOf, type People } from '../../details/people.ts';
import { createFormDrafts, useDraftState } from '../../lib/form/form-drafts.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { useToday } from '../../lib/device/use-today.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Button } from '../../ui/button.tsx';
import { DoneCheckbox } from '../../ui/form/checkbox.tsx';
import { SelectField } from '../../ui/form/select.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FormField } from '../../ui/form/form-field.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { groupTasks, type PlacedTask } from './group-tasks.ts';
import { ACTS, GROUPS, NOTED_ROWS, TASKS } from './tasks-copy.ts';
import styles from './tasks-screen.module.css';

const NAME_MAX = 350;

const drafts = createFormDrafts<string>();

interface TasksScreenProps {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  /** Height of the panel that covers the lower end of the page, px. */
  roomBelow: number;
}

/** The tasks of a deal with due dates and assignees, and the notes on the deal and its checklist. */
export function TasksScreen({ deal, snapshot, roomBelow }: TasksScreenProps) {
  const { uuid: transaction } = deal;
  const db = useMirror();
  const act = useCarryOutAct();
  const mayEdit = useMayEdit();
  const now = useToday();
  const [owner, setOwner] = useState('everybody');
  const people = useMemo(() => peopleOf(deal), [deal]);
  const team = useMemo(() => teamOf(deal), [deal]);
  const notes = useLiveQuery(() => notesOf(db, transaction), [db, transaction]);
  const groups = useMemo(() => groupTasks(snapshot, owner, now), [snapshot, owner, now]);
  if (snapshot.state !== 'ready' || !notes) return null;
  const isTaskMissing = [...snapshot.entries.values()].some(({ kind, task }) => kind === 'task' && !task);
  const add = (name: string) => {
    const after = snapshot.lists.get(TOP)?.at(-1) ?? null;
    // A new task is unassigned. Make sure that its author sees it.
    if (owner !== 'nobody') setOwner('everybody');
    const ids = { uuid: newUuid(), elementUuid: newUuid() };
    act(ACTS.add(name), createTask(db, { transaction, ...ids, name, parent: TOP, after }));
  };
  const mark = ({ uuid, name }: TaskRow, isComplete: boolean) =>
    act(ACTS.mark(name, isComplete), updateTask(db, { transaction, uuid, edits: { isComplete } }));
  return (
    <div className={styles.screen} style={{ paddingBottom: `calc(var(--space-5) + ${roomBelow}px)` }}>
      <section className={styles.tasks} aria-label={TASKS.name}>
        <div className={styles.head}>
          {mayEdit ? <NewTask transaction={transaction} onAdd={add} /> : null}
          <SelectField
            label={TASKS.show}
            options={[
              ['everybody', TASKS.everybody],
              ['nobody', TASKS.nobody],
              ...team.map(({ uuid, name }) => [uuid, uuid === db.userId ? TASKS.me(name) : name] as const),
            ]}
            value={owner}
            onChoose={setOwner}
          />
        </div>
        {groups.length === 0 ? (
          <p className={styles.none}>
            {isTaskMissing ? TASKS.notHere : owner === 'everybody' ? TASKS.none : TASKS.noMatch}
          </p>
        ) : null}
        {groups.map(({ group, tasks }) => (
          <section key={group} aria-label={GROUPS[group]}>
            <h2 className={styles.title}>
              {GROUPS[group]} <span className={styles.count}>{tasks.length}</span>
            </h2>
            <ul>
              {tasks.map((placed) => (
                <TaskLine key={placed.task.uuid} placed={placed} people={people} now={now} onMark={mark} />
              ))}
            </ul>
          </section>
        ))}
      </section>
      <div className={styles.notes}>
        <Notes transaction={transaction} element={null} notes={notes.get(null) ?? []} people={people} />
        <NotedRows transaction={transaction} snapshot={snapshot} notes={notes} />
      </div>
    </div>
  );
}

function NewTask({ transaction, onAdd }: { transaction: string; onAdd: (name: string) => void }) {
  const [name, setName] = useDraftState(drafts, transaction, '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onAdd(name.trim());
    setName('');
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <FormField
        className={styles.new}
        label={TASKS.newTask}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" icon={<Plus aria-hidden="true" />} disabled={name.trim() === ''}>
        {TASKS.add}
      </Button>
    </form>
  );
}

interface TaskLineProps {
  placed: PlacedTask;
  people: People;
  now: Date;
  onMark: (task: TaskRow, isComplete: boolean) => void;
}

function TaskLine({ placed: { task, element, unsaved }, people, now, onMark }: TaskLineProps) {
  const due = dueState(task, now);
  const mayEdit = useMayEdit();
  return (
    <li className={styles.task}>
      <DoneCheckbox
        aria-label={TASKS.done(task.name)}
        checked={task.isComplete}
        disabled={!mayEdit}
        onChange={(event) => onMark(task, event.currentTarget.checked)}
      />
      <Link
        className={classNames(styles.name, task.isComplete && styles.done)}
        to={`/transaction/${task.transaction}/checklist?row=${element}`}
        dir="auto"
      >
        {task.name}
      </Link>
      {unsaved ? (
        <span className={styles.notYet}>
          <StatusLabel shape="waiting">{TASKS.unsaved}</StatusLabel>
        </span>
      ) : null}
      <span className={styles.who}>
        {task.assignee === null ? TASKS.nobody : nameOf(people, task.assignee)}
      </span>
      <span className={classNames(styles.due, due?.tone === 'late' && styles.late)} title={due?.title}>
        {due?.text ?? ''}
      </span>
    </li>
  );
}

interface NotedRowsProps {
  transaction: string;
  snapshot: ChecklistSnapshot;
  notes: NotesByElement;
}

/** The rows of the checklist that have notes, the latest note first. */
function NotedRows({ transaction, snapshot, notes }: NotedRowsProps) {
  const rows = [...notes]
    .flatMap(([element, those]) => {
      const entry = element === null ? undefined : snapshot.entries.get(element);
      const last = those.at(-1);
      return entry && last ? [{ entry, last, count: those.length }] : [];
    })
    .toSorted((one, other) => (one.last.createdAt > other.last.createdAt ? -1 : 1));
  if (rows.length === 0) return null;
  return (
    <section aria-label={NOTED_ROWS.title}>
      <h3 className={styles.title}>{NOTED_ROWS.title}</h3>
      <ul>
        {rows.map(({ entry, last, count }) => (
          <li key={entry.uuid} className={styles.noted}>
            <Link to={`/transaction/${transaction}/checklist?row=${entry.uuid}`} dir="auto">
              {entry.name}
            </Link>
            <p className={styles.last} dir="auto">
              {last.note}
            </p>
            <p className={styles.who}>
              {NOTED_ROWS.notes(count)},{' '}
              <time dateTime={last.createdAt}>{formatDateTime(last.createdAt)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
