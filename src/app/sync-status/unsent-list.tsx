import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { SyncSummary } from '../../db/queries/status/sync-status.ts';
import { unsentList, type UnsentEdit, type UnsentFile } from '../../db/queries/status/unsent-work.ts';
import { Button } from '../ui/button.tsx';
import { formatDateTime } from '../lib/format/dates.ts';
import { useBrowserOnline } from '../lib/device/connectivity.ts';
import { useMirror } from '../session/mirror-context.ts';
import { editInWords } from './edit-copy.ts';
import { UNSENT } from './sync-dialog-copy.ts';
import styles from './unsent-list.module.css';

/** How many lines are shown at first, and how many more with each click. */
const SHOWN = 20;
const MORE = 200;

/** Lists the changes and files that this device still has to send. */
export function UnsentList({ connection: reached }: Pick<SyncSummary, 'connection'>) {
  const db = useMirror();
  // The browser detects the loss of the network at once, and the engine only after a failed request.
  const connection = useBrowserOnline() ? reached : 'offline';
  const unsent = useLiveQuery(() => unsentList(db), [db]);
  if (!unsent) return null;
  const { edits, files, removals } = unsent;
  const changes = [
    ...edits.map((each) => editLine(each, connection)),
    ...removals.map((each) => removalLine(each)),
  ];
  return (
    <>
      <Lines title={UNSENT.changes(changes.length)} lines={changes} more={UNSENT.moreChanges} />
      <Lines
        title={UNSENT.files(files.length)}
        lines={files.map((each) => fileLine(each, connection))}
        more={UNSENT.moreFiles}
      />
    </>
  );
}

interface Line {
  id: string;
  words: string;
  deal: string | null;
  /** ISO. */
  at: string;
  state: string;
  /** Why the last attempt failed; null = it did not fail. */
  trouble: string | null;
}

interface LinesProps {
  title: string;
  lines: readonly Line[];
  more: (rest: number) => string;
}

function Lines({ title, lines, more }: LinesProps) {
  const [shown, setShown] = useState(SHOWN);
  if (lines.length === 0) return null;
  const rest = lines.length - shown;
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.list}>
        {lines.slice(0, shown).map(({ id, words, deal, at, state, trouble }) => (
          <li key={id} className={styles.line}>
            <span className={styles.words}>{words}</span>
            <span className={styles.state}>{state}</span>
            <span className={styles.facts}>
              {deal === null ? null : `${deal} · `}
              <time dateTime={at}>{formatDateTime(at)}</time>
              {trouble === null ? null : ` · ${trouble}`}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button look="quiet" onClick={() => setShown(shown + MORE)}>
          {more(Math.min(rest, MORE))}
        </Button>
      ) : null}
    </section>
  );
}

type Connection = SyncSummary['connection'];

function editLine({ edit, deal, subject }: UnsentEdit, connection: Connection): Line {
  const { id, state, madeAt, lastError } = edit;
  const isGoing = state === 'attempted' && connection === 'online' && lastError === undefined;
  return {
    id,
    words: editInWords(edit, subject),
    deal,
    at: madeAt,
    state: isGoing ? UNSENT.sending : UNSENT.waiting,
    trouble: troubleOf(lastError, connection),
  };
}

function fileLine({ file, deal }: UnsentFile, connection: Connection): Line {
  const { uuid, fileName, addedAt, status, sentBytes, size, lastError } = file;
  const percent = size > 0 ? Math.floor((100 * sentBytes) / size) : 0;
  const isGoing = connection === 'online' && status !== 'QUEUED' && lastError === undefined;
  const going = status === 'UPLOADING_FILE_TO_STORE' ? UNSENT.uploadingPercent(percent) : UNSENT.uploading;
  return {
    id: uuid,
    words: fileName,
    deal,
    at: addedAt,
    state: isGoing ? going : UNSENT.waiting,
    trouble: troubleOf(lastError, connection),
  };
}

function removalLine({ file, deal }: UnsentFile): Line {
  const { uuid, name, removedAt, addedAt } = file;
  return {
    id: uuid,
    words: UNSENT.deletion(name),
    deal,
    at: removedAt ?? addedAt,
    state: UNSENT.waiting,
    trouble: null,
  };
}

/** Offline, every line would give the same reason, which the dialog already shows. */
function troubleOf(lastError: string | undefined, connection: Connection): string | null {
  return lastError === undefined || connection === 'offline' ? null : lastError;
}
