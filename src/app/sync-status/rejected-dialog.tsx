import { useLiveQuery } from 'dexie-react-hooks';
import { discardRejected } from '../../db/commands/discard-rejected.ts';
import { keptFile, rejectedEdits } from '../../db/queries/rejected.ts';
import { Button } from '../parts/button.tsx';
import { carryOut } from '../parts/carry-out.ts';
import { formatInstant } from '../parts/dates.ts';
import { ModalDialog } from '../parts/modal-dialog.tsx';
import { useMirror } from '../session/mirror-context.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import type { RejectedRow } from '../../db/rows.ts';
import { editInWords, fileNameOf } from './edit-in-words.ts';
import styles from './rejected-dialog.module.css';

/** The edits that the server refused. Nothing that a person typed goes without their saying so. */
export function RejectedDialog({ onClose }: { onClose: () => void }) {
  const db = useMirror();
  const edits = useLiveQuery(() => rejectedEdits(db), [db]);
  return (
    <ModalDialog
      title="Changes that need attention"
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {edits?.length === 0 ? <p>Nothing needs attention any more.</p> : null}
      <ul className={styles.list} aria-label="Refused changes">
        {(edits ?? []).map((edit) => (
          <li key={edit.id} className={styles.edit}>
            <div>
              <p className={styles.words}>{editInWords(edit)}</p>
              <p className={styles.reason}>{edit.reason}</p>
              <p className={styles.time}>
                Made <time dateTime={edit.madeAt}>{formatInstant(edit.madeAt)}</time>
              </p>
            </div>
            <div className={styles.ways}>
              {edit.name === 'file.upload' ? (
                <Button onClick={() => carryOut(saveCopy(db, edit))}>Save a copy</Button>
              ) : null}
              <Button onClick={() => carryOut(discardRejected(db, edit.id))}>Discard</Button>
            </div>
          </li>
        ))}
      </ul>
    </ModalDialog>
  );
}

/** Gives a file that could not be uploaded back to the person. */
async function saveCopy(db: MirrorDatabase, edit: RejectedRow): Promise<void> {
  const bytes = await keptFile(db, edit.id);
  if (!bytes) return;
  const url = URL.createObjectURL(bytes);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileNameOf(edit) });
  link.click();
  // The browser has taken it once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
