import { useId, useState, type FormEvent } from 'react';
import { discardRejected } from '../../../db/commands/tray/discard-rejected.ts';
import type { RetryChange } from '../../../db/commands/tray/retry-rejected.ts';
import { offlineFile, type TrayEntry } from '../../../db/queries/status/rejected.ts';
import { Button } from '../../ui/button.tsx';
import { createFormDrafts, useDraftState } from '../../lib/form/form-drafts.ts';
import { useFormDraft } from '../../lib/form/use-form-draft.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { counted } from '../../lib/format/numbers.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { focusOnMount } from '../../ui/form/focus-on-mount.ts';
import { FormField } from '../../ui/form/form-field.tsx';
import { saveFile } from '../../lib/device/save-file.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';
import { ConflictSides } from './conflict-sides.tsx';
import { editInWords, fileNameOf, typedText } from '../edit-copy.ts';
import { whyRefused } from '../reason-in-words.ts';
import styles from './rejected-edit.module.css';

/** Whether the person is editing its text. */
const begun = createFormDrafts<boolean>();

interface RefusedEditProps {
  entry: TrayEntry;
  /** Called after the person's decision with a sentence that describes it. */
  onSettled: (sentence: string) => void;
}

/** One edit of the tray: what it was meant to do, why it was refused, and what the person can do now. */
export function RefusedEdit({ entry, onSettled }: RefusedEditProps) {
  const db = useMirror();
  const title = useId();
  const [editing, setEditing] = useDraftState(begun, entry.edit.id, false);
  const [problem, setProblem] = useState<string | null>(null);
  const { edit, deal, subject, dependents, stuck, restorable, filesHere } = entry;
  const { conflict } = edit;
  const isRestored = edit.code === 'restored';
  const words = isRestored
    ? counted(dependents.length + 1, 'change to send again', 'changes to send again')
    : editInWords(edit, subject);
  const where = deal ?? (stuck === 'deal_gone' ? 'A transaction that is not on this device' : null);
  const typed = isRestored ? null : typedText(edit);

  const retry = async (change: RetryChange, sentence: string) => {
    const outcome = await syncClient().retryRejected(db.userId, edit.id, change);
    if (outcome === 'retried' || (outcome === 'settled' && change.keepTheirs)) onSettled(sentence);
    else if (outcome === 'settled') onSettled(`Already done: ${words}.`);
    else setProblem(STUCK[outcome]);
  };
  const discard = async () => {
    await discardRejected(db, edit.id);
    onSettled(`Discarded: ${words}.`);
  };
  const keepTheirs = async () => retry({ keepTheirs: true }, `Kept their version. Yours was: ${words}.`);
  const tryAgain = async () => retry({}, `Sending again: ${words}.`);
  const restoreFirst = async () => retry({ restore: true }, `Restoring it, then sending again: ${words}.`);
  const sendReworded = async (wording: string) => retry({ wording }, `Sending as “${wording}”.`);

  return (
    <li className={styles.edit} aria-labelledby={title}>
      <h4 id={title} className={styles.words}>
        {words}
      </h4>
      <p className={styles.facts}>
        {where === null ? 'Made ' : `${where} · made `}
        <time dateTime={edit.madeAt}>{formatDateTime(edit.madeAt)}</time>
      </p>
      {conflict ? (
        <ConflictSides edit={edit} conflict={conflict} />
      ) : (
        <p className={styles.reason}>{restorable ? DELETED : whyRefused(edit)}</p>
      )}
      {(problem ?? (stuck && STUCK[stuck])) ? (
        <p className={styles.reason}>{problem ?? (stuck && STUCK[stuck])}</p>
      ) : null}
      {isRestored ? (
        <ChangeList edits={[edit, ...dependents]} filesHere={filesHere} />
      ) : dependents.length > 0 ? (
        <Dependents edits={dependents} filesHere={filesHere} />
      ) : null}
      {editing && typed !== null ? (
        <WordingForm
          of={edit.id}
          text={typed}
          onCancel={() => setEditing(false)}
          onSend={(wording) => runCommand(sendReworded(wording))}
        />
      ) : (
        <div className={styles.ways}>
          {restorable ? (
            <Button onClick={() => runCommand(restoreFirst())}>Restore and try again</Button>
          ) : stuck ? null : (
            <Button onClick={() => runCommand(tryAgain())}>
              {conflict ? 'Keep mine' : isRestored ? 'Send again' : 'Try again'}
            </Button>
          )}
          {conflict && !stuck ? <Button onClick={() => runCommand(keepTheirs())}>Keep theirs</Button> : null}
          {typed !== null && !stuck && !restorable ? (
            <Button onClick={() => setEditing(true)}>Edit…</Button>
          ) : null}
          {[edit, ...dependents]
            .filter((each) => each.name === 'file.upload' && filesHere.has(each.id))
            .map((file) => (
              <Button key={file.id} onClick={() => runCommand(saveCopy(file))}>
                Save a copy{file === edit ? '' : ` of “${fileNameOf(file)}”`}
              </Button>
            ))}
          {conflict && !stuck ? null : (
            <Button look="quiet" onClick={() => runCommand(discard())}>
              Discard
            </Button>
          )}
        </div>
      )}
    </li>
  );

  /** Gives a file that could not be uploaded back to the person. */
  async function saveCopy(file: typeof edit): Promise<void> {
    const bytes = await offlineFile(db, file.id);
    if (bytes) saveFile(bytes, fileNameOf(file));
    else setProblem(STUCK.unreadable);
  }
}

const STUCK: Record<NonNullable<TrayEntry['stuck']>, string | null> = {
  unreadable: 'This device can no longer read it, so it cannot be sent again.',
  deal_gone: 'Its transaction is no longer on this device, so it cannot be sent again.',
  // The reason already says so.
  view_only: null,
  file_gone: null,
};

const DELETED = 'It was deleted in the meantime. Deleted items can be restored for 30 days.';

/** The changes that are decided together with the edit above them. */
interface EditListProps extends Pick<TrayEntry, 'filesHere'> {
  edits: TrayEntry['dependents'];
}

function Dependents(list: EditListProps) {
  const { edits } = list;
  return (
    <div className={styles.dependents}>
      <p>
        {edits.length === 1
          ? '1 change depends on it and is sent or discarded with it:'
          : `${edits.length} changes depend on it and are sent or discarded with it:`}
      </p>
      <EditList {...list} />
    </div>
  );
}

/** The changes that were lost when the server was restored: they are decided on together. */
function ChangeList(list: EditListProps) {
  return (
    <div className={styles.dependents}>
      <EditList {...list} />
    </div>
  );
}

function EditList({ edits, filesHere }: EditListProps) {
  return (
    <ul>
      {edits.map((edit) => (
        <li key={edit.id}>
          {editInWords(edit, edit.called ?? null)}
          {edit.name === 'file.upload' && !filesHere.has(edit.id)
            ? ' (this device does not have the file)'
            : null}
        </li>
      ))}
    </ul>
  );
}

interface WordingFormProps {
  /** The edit. */
  of: string;
  text: string;
  onSend: (text: string) => void;
  onCancel: () => void;
}

function WordingForm({ of, text, onSend, onCancel }: WordingFormProps) {
  const [missing, setMissing] = useState(false);
  const form = useFormDraft(`wording/${of}`);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wording = new FormData(event.currentTarget).get('wording');
    if (typeof wording === 'string' && wording.trim() !== '') onSend(wording.trim());
    else setMissing(true);
  };
  return (
    <form ref={form} className={styles.form} onSubmit={send}>
      <FormField
        label="Your text"
        name="wording"
        defaultValue={text}
        maxLength={350}
        ref={focusOnMount}
        autoComplete="off"
        problem={missing ? 'It cannot be empty.' : null}
        onChange={() => setMissing(false)}
      />
      <div className={styles.ways}>
        <Button type="submit" look="primary">
          Send
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
