import { useId, useState, type FormEvent } from 'react';
import { discardRejected } from '../../../db/commands/tray/discard-rejected.ts';
import type { RetryChange } from '../../../db/commands/tray/retry-rejected.ts';
import { offlineFile, type TrayEntry } from '../../../db/queries/status/rejected.ts';
import type { RejectedRow } from '../../../db/rows.ts';
import { Button } from '../../ui/button.tsx';
import { createFormDrafts, useDraftState } from '../../lib/form/form-drafts.ts';
import { useFormDraft } from '../../lib/form/use-form-draft.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { focusOnMount } from '../../ui/form/focus-on-mount.ts';
import { FormField } from '../../ui/form/form-field.tsx';
import { saveFile } from '../../lib/device/save-file.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';
import { editInWords, fileNameOf, typedText } from '../edit-copy.ts';
import { REJECTED, REASONS } from '../sync-dialog-copy.ts';
import { ConflictSides } from './conflict-sides.tsx';
import styles from './rejected-edit.module.css';

/** Whether the editor for an edit's text is open. */
const openEditors = createFormDrafts<boolean>();

interface RejectedEditProps {
  entry: TrayEntry;
  /** Called after the user's decision, with a sentence that describes it. */
  onSettled: (sentence: string) => void;
}

/** One rejected edit: what it would have changed, why it was rejected, and the user's options. */
export function RejectedEdit({ entry, onSettled }: RejectedEditProps) {
  const db = useMirror();
  const title = useId();
  const [editing, setEditing] = useDraftState(openEditors, entry.edit.id, false);
  const [problem, setProblem] = useState<string | null>(null);
  const { edit, deal, subject, dependents, stuck, restorable, filesHere } = entry;
  const { conflict } = edit;
  const isRestored = edit.code === 'restored';
  const words = isRestored ? REJECTED.toSendAgain(dependents.length + 1) : editInWords(edit, subject);
  const where = deal ?? (stuck === 'deal_gone' ? REJECTED.noDeal : null);
  const typed = isRestored ? null : typedText(edit);

  const retry = async (change: RetryChange, sentence: string) => {
    const outcome = await syncClient().retryRejected(db.userId, edit.id, change);
    if (outcome === 'retried' || (outcome === 'settled' && change.keepTheirs)) onSettled(sentence);
    else if (outcome === 'settled') onSettled(REJECTED.alreadyDone(words));
    else setProblem(STUCK[outcome]);
  };
  const discard = async () => {
    await discardRejected(db, edit.id);
    onSettled(REJECTED.discarded(words));
  };
  const keepTheirs = async () => retry({ keepTheirs: true }, REJECTED.keptTheirs(words));
  const tryAgain = async () => retry({}, REJECTED.sending(words));
  const restoreFirst = async () => retry({ restore: true }, REJECTED.restoring(words));
  const sendReworded = async (wording: string) => retry({ wording }, REJECTED.sendingAs(wording));

  return (
    <li className={styles.edit} aria-labelledby={title}>
      <h4 id={title} className={styles.words}>
        {words}
      </h4>
      <p className={styles.facts}>
        {where === null ? REJECTED.made : REJECTED.madeIn(where)}{' '}
        <time dateTime={edit.madeAt}>{formatDateTime(edit.madeAt)}</time>
      </p>
      {conflict ? (
        <ConflictSides edit={edit} conflict={conflict} />
      ) : (
        <p className={styles.reason}>{restorable ? REJECTED.deleted : rejectionReason(edit)}</p>
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
          editId={edit.id}
          text={typed}
          onCancel={() => setEditing(false)}
          onSend={(wording) => runCommand(sendReworded(wording))}
        />
      ) : (
        <div className={styles.ways}>
          {restorable ? (
            <Button onClick={() => runCommand(restoreFirst())}>{REJECTED.restoreAndRetry}</Button>
          ) : stuck ? null : (
            <Button onClick={() => runCommand(tryAgain())}>
              {conflict ? REJECTED.keepMine : isRestored ? REJECTED.sendAgain : REJECTED.tryAgain}
            </Button>
          )}
          {conflict && !stuck ? (
            <Button onClick={() => runCommand(keepTheirs())}>{REJECTED.keepTheirs}</Button>
          ) : null}
          {typed !== null && !stuck && !restorable ? (
            <Button onClick={() => setEditing(true)}>{REJECTED.edit}</Button>
          ) : null}
          {[edit, ...dependents]
            .filter((each) => each.name === 'file.upload' && filesHere.has(each.id))
            .map((file) => (
              <Button key={file.id} onClick={() => runCommand(saveCopy(file))}>
                {file === edit ? REJECTED.saveCopy : REJECTED.saveCopyOf(fileNameOf(file))}
              </Button>
            ))}
          {conflict && !stuck ? null : (
            <Button look="quiet" onClick={() => runCommand(discard())}>
              {REJECTED.discard}
            </Button>
          )}
        </div>
      )}
    </li>
  );

  /** Saves a file that could not be uploaded to the user's downloads. */
  async function saveCopy(file: typeof edit): Promise<void> {
    const bytes = await offlineFile(db, file.id);
    if (bytes) saveFile(bytes, fileNameOf(file));
    else setProblem(STUCK.unreadable);
  }
}

const STUCK: Record<NonNullable<TrayEntry['stuck']>, string | null> = {
  unreadable: REJECTED.unreadable,
  deal_gone: REJECTED.dealGone,
  // The server's reason already says this.
  view_only: null,
  file_gone: null,
};

/** The changes that the user decides on together with the edit above them. */
interface EditListProps extends Pick<TrayEntry, 'filesHere'> {
  edits: TrayEntry['dependents'];
}

function Dependents(list: EditListProps) {
  const { edits } = list;
  return (
    <div className={styles.dependents}>
      <p>{REJECTED.dependents(edits.length)}</p>
      <EditList {...list} />
    </div>
  );
}

/** The changes that were lost when the server was restored. The user decides on all of them at once. */
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
          {edit.name === 'file.upload' && !filesHere.has(edit.id) ? ` ${REJECTED.fileMissing}` : null}
        </li>
      ))}
    </ul>
  );
}

interface WordingFormProps {
  editId: string;
  text: string;
  onSend: (text: string) => void;
  onCancel: () => void;
}

function WordingForm({ editId, text, onSend, onCancel }: WordingFormProps) {
  const [missing, setMissing] = useState(false);
  const form = useFormDraft(`wording/${editId}`);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wording = new FormData(event.currentTarget).get('wording');
    if (typeof wording === 'string' && wording.trim() !== '') onSend(wording.trim());
    else setMissing(true);
  };
  return (
    <form ref={form} className={styles.form} onSubmit={send}>
      <FormField
        label={REJECTED.textField}
        name="wording"
        defaultValue={text}
        maxLength={350}
        ref={focusOnMount}
        autoComplete="off"
        problem={missing ? REJECTED.textMissing : null}
        onChange={() => setMissing(false)}
      />
      <div className={styles.ways}>
        <Button type="submit" look="primary">
          {REJECTED.send}
        </Button>
        <Button onClick={onCancel}>{REJECTED.cancel}</Button>
      </div>
    </form>
  );
}

/** Returns why the server rejected an edit. For a missing row, the server's sentence is too general, except after a restore. */
function rejectionReason({ name, code, reason }: Pick<RejectedRow, 'name' | 'code' | 'reason'>): string {
  if (code !== 'not_found' || name === 'deleted.restore' || name === 'file.upload') return reason;
  return REASONS.missing;
}
