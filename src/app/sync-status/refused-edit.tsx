import { useId, useState, type FormEvent } from 'react';
import { discardRejected } from '../../db/commands/discard-rejected.ts';
import type { Retried, RetryChange } from '../../db/commands/retry-rejected.ts';
import { keptFile, type TrayEntry } from '../../db/queries/rejected.ts';
import { Button } from '../ui/button.tsx';
import { begunBy, useBegun } from '../lib/begun.ts';
import { useBegunForm } from '../lib/begun-form.ts';
import { carryOut } from '../lib/carry-out.ts';
import { counted } from '../lib/counted.ts';
import { formatMoment } from '../lib/dates.ts';
import { focusOnMount } from '../ui/focus-on-mount.ts';
import { FormField } from '../ui/form-field.tsx';
import { saveFile } from '../lib/save-file.ts';
import { useMirror } from '../session/mirror-context.ts';
import { syncClient } from '../sync-client.ts';
import { ConflictSides } from './conflict-sides.tsx';
import { editInWords, fileNameOf, typedText } from './edit-in-words.ts';
import { whyRefused } from './reason-in-words.ts';
import styles from './refused-edit.module.css';

/** Whether its text is just being changed. */
const begun = begunBy<boolean>();

interface RefusedEditProps {
  entry: TrayEntry;
  /** It is decided on; the sentence says how. */
  onSettled: (sentence: string) => void;
}

/** One edit of the tray: what it was to do, why it was not done, and the ways on. */
export function RefusedEdit({ entry, onSettled }: RefusedEditProps) {
  const db = useMirror();
  const title = useId();
  const [editing, setEditing] = useBegun(begun, entry.edit.id, false);
  const [problem, setProblem] = useState<string | null>(null);
  const { edit, deal, subject, dependents, stuck } = entry;
  const { conflict } = edit;
  const isRestored = edit.code === 'restored';
  const words = isRestored
    ? counted(dependents.length + 1, 'change to send again', 'changes to send again')
    : editInWords(edit, conflict ? null : subject);
  const where = deal ?? (stuck === 'deal_gone' ? 'A transaction that is not on this device' : null);
  const typed = isRestored ? null : typedText(edit);

  const retry = async (change: RetryChange, sentence: string) => {
    const outcome = await syncClient().retryRejected(db.userId, edit.id, change);
    if (outcome === 'retried' || (outcome === 'settled' && change.keepTheirs)) onSettled(sentence);
    else if (outcome === 'settled') onSettled(`Nothing of it was left to do: ${words}.`);
    else setProblem(STUCK[outcome]);
  };
  const discard = async () => {
    await discardRejected(db, edit.id);
    onSettled(`Discarded: ${words}.`);
  };
  const keepTheirs = async () => retry({ keepTheirs: true }, `Theirs stays. Yours was: ${words}.`);
  const tryAgain = async () => retry({}, `Goes to the server again: ${words}.`);
  const sendReworded = async (wording: string) => retry({ wording }, `Goes to the server as “${wording}”.`);

  return (
    <li className={styles.edit} aria-labelledby={title}>
      <h4 id={title} className={styles.words}>
        {words}
      </h4>
      <p className={styles.facts}>
        {where === null ? 'Made ' : `${where} · made `}
        <time dateTime={edit.madeAt}>{formatMoment(edit.madeAt)}</time>
      </p>
      {conflict ? (
        <ConflictSides edit={edit} conflict={conflict} />
      ) : (
        <p className={styles.reason}>{whyRefused(edit)}</p>
      )}
      {stuck || problem ? <p className={styles.reason}>{problem ?? (stuck && STUCK[stuck])}</p> : null}
      {isRestored ? (
        <ChangeList edits={[edit, ...dependents]} />
      ) : dependents.length > 0 ? (
        <Dependents edits={dependents} />
      ) : null}
      {editing && typed !== null ? (
        <WordingForm
          of={edit.id}
          text={typed}
          onCancel={() => setEditing(false)}
          onSend={(wording) => carryOut(sendReworded(wording))}
        />
      ) : (
        <div className={styles.ways}>
          {stuck ? null : (
            <Button onClick={() => carryOut(tryAgain())}>
              {conflict ? 'Keep mine' : isRestored ? 'Send again' : 'Try again'}
            </Button>
          )}
          {conflict && !stuck ? <Button onClick={() => carryOut(keepTheirs())}>Keep theirs</Button> : null}
          {typed !== null && !stuck ? <Button onClick={() => setEditing(true)}>Edit…</Button> : null}
          {[edit, ...dependents]
            .filter((each) => each.name === 'file.upload')
            .map((file) => (
              <Button key={file.id} onClick={() => carryOut(saveCopy(file))}>
                Save a copy{file === edit ? '' : ` of “${fileNameOf(file)}”`}
              </Button>
            ))}
          {conflict && !stuck ? null : (
            <Button look="quiet" onClick={() => carryOut(discard())}>
              Discard
            </Button>
          )}
        </div>
      )}
    </li>
  );

  /** Gives a file that could not be uploaded back to the person. */
  async function saveCopy(file: typeof edit): Promise<void> {
    const bytes = await keptFile(db, file.id);
    if (bytes) saveFile(bytes, fileNameOf(file));
    else setProblem(STUCK.unreadable);
  }
}

const STUCK: Record<Exclude<Retried, 'retried' | 'settled'>, string> = {
  unreadable: 'It cannot be read on this device any more, so it cannot be tried again.',
  deal_gone: 'Its transaction is not on this device any more, so it cannot be tried again.',
};

/** What goes the way of the edit above it. */
function Dependents({ edits }: { edits: TrayEntry['dependents'] }) {
  return (
    <div className={styles.dependents}>
      <p>
        {counted(edits.length, 'change builds on it', 'changes build on it')}. Tried again or discarded,{' '}
        {edits.length === 1 ? 'it goes' : 'they go'} along:
      </p>
      <EditList edits={edits} />
    </div>
  );
}

/** What a restore of the server has undone: it is decided on together. */
function ChangeList({ edits }: { edits: TrayEntry['dependents'] }) {
  return (
    <div className={styles.dependents}>
      <EditList edits={edits} />
    </div>
  );
}

function EditList({ edits }: { edits: TrayEntry['dependents'] }) {
  return (
    <ul>
      {edits.map((edit) => (
        <li key={edit.id}>{editInWords(edit)}</li>
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
  const form = useBegunForm(`wording/${of}`);
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
