import { useState } from 'react';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import { removeFromQueue } from '../../../db/commands/documents/remove-from-queue.ts';
import {
  deleteReturnedFile,
  downloadReturnedFile,
} from '../../../db/commands/signing/packets/paper-calls.ts';
import type { ReturnedPage, ReturnedPages } from '../../../db/queries/signing/packets/returned-pages.ts';
import { useCurrentUser } from '../../lib/account/use-current-user.ts';
import { useOffline } from '../../lib/device/connectivity.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { ProgressBar } from '../../ui/status/progress-bar.tsx';
import { statusInWords } from '../../../contract/rules/signing/assignments/status-in-words.ts';
import { factsOf } from './facts-of-file.ts';
import { OUTCOMES, RETURNED } from './returned-pages-copy.ts';
import styles from './returned-pages-screen.module.css';

interface ReturnedFilesProps {
  transaction: string;
  read: ReturnedPages;
  mayEdit: boolean;
  /** Whether actions are disabled: a call is running, or there is no network. */
  isOff: boolean;
  run: (call: OnlineCall) => void;
}

/** Files that are uploading and files on the server, with the outcome of each page. */
export function ReturnedFiles({ transaction, read, mayEdit, isOff, run }: ReturnedFilesProps) {
  const organization = useCurrentUser()?.organization.uuid;
  const [deleting, setDeleting] = useState<{ uuid: string; name: string } | null>(null);
  return (
    <section aria-label={RETURNED.files} className={styles.section}>
      <h2>{RETURNED.files}</h2>
      <ul className={styles.files}>
        {read.uploads.map((upload) => (
          <Upload key={upload.uuid} transaction={transaction} upload={upload} />
        ))}
        {read.files.map(({ row, pages }) => (
          <li key={row.uuid} className={styles.file}>
            <div className={styles.about}>
              <strong>{row.name}</strong>
              <span className={styles.facts}>{formatDateTime(row.createdAt)}</span>
              {row.status === 'failed' ? (
                <span className={styles.problem}>{row.errorMessage}</span>
              ) : (
                <span className={styles.facts} role="status">
                  {row.status === 'processing'
                    ? RETURNED.reading(row.numRead, row.numPages)
                    : factsOf(pages.map(({ row: page }) => page))}
                </span>
              )}
              {row.status === 'processing' && row.numPages !== null ? (
                <ProgressBar label={RETURNED.readingOf(row.name)} value={row.numRead} max={row.numPages} />
              ) : null}
              {pages.length > 0 ? (
                <details>
                  <summary className={styles.summary}>{RETURNED.showPages}</summary>
                  <ul className={styles.pages}>
                    {pages.map((page) => (
                      <li key={page.row.uuid}>
                        <strong>{RETURNED.page(page.row)}</strong> {inWords(page)}
                      </li>
                    ))}
                  </ul>
                </details>
              ) : null}
            </div>
            <div className={styles.acts}>
              {row.collectedFor === organization || isReleased(pages) ? (
                <Button
                  disabled={isOff}
                  aria-label={RETURNED.downloadWhich(row.name)}
                  onClick={() => run(downloadReturnedFile(row.uuid))}
                >
                  {RETURNED.download}
                </Button>
              ) : null}
              {mayEdit ? (
                <Button
                  look="quiet"
                  disabled={isOff}
                  aria-label={RETURNED.deleteWhich(row.name)}
                  onClick={() => setDeleting(row)}
                >
                  {RETURNED.delete}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {deleting ? (
        <ConfirmDialog
          title={RETURNED.deleteTitle(deleting.name)}
          confirm={RETURNED.delete}
          onConfirm={() => run(deleteReturnedFile(deleting.uuid))}
          onClose={() => setDeleting(null)}
        >
          <p>{RETURNED.deleteBody}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function Upload({
  transaction,
  upload: { uuid, name, percent, failed, canRetry, reason },
}: {
  transaction: string;
  upload: ReturnedPages['uploads'][number];
}) {
  const db = useMirror();
  const offline = useOffline();
  const going = percent > 0 ? RETURNED.uploading(percent) : RETURNED.waiting;
  return (
    <li className={styles.file}>
      <div className={styles.about}>
        <strong>{name}</strong>
        {failed ? null : (
          <>
            <span className={styles.facts} role="status">
              {offline ? RETURNED.offline : going}
            </span>
            <ProgressBar label={RETURNED.uploadOf(name)} value={Math.round(percent)} />
          </>
        )}
        {reason === null ? null : <span className={failed ? styles.problem : styles.facts}>{reason}</span>}
      </div>
      <div className={styles.acts}>
        {canRetry ? (
          <Button
            aria-label={RETURNED.retryWhich(name)}
            onClick={() => runCommand(syncClient().retryUpload(db.userId, uuid))}
          >
            {RETURNED.retry}
          </Button>
        ) : null}
        <Button
          look="quiet"
          aria-label={RETURNED.removeWhich(name)}
          onClick={() => runCommand(removeFromQueue(db, { transaction, uuids: [uuid] }))}
        >
          {RETURNED.remove}
        </Button>
      </div>
    </li>
  );
}

/**
 * Returns whether all signatures in a file are released. Until then, only the organization that collected the pages can
 * download them.
 */
function isReleased(pages: readonly ReturnedPage[]): boolean {
  return (
    pages.length > 0 &&
    pages.every(
      ({ signatures }) =>
        signatures.length > 0 && signatures.every(({ assignment }) => assignment.status === 'released'),
    )
  );
}

function inWords({ row, signatures }: ReturnedPage): string {
  if (row.outcome !== null) return OUTCOMES[row.outcome];
  return signatures
    .map(({ document, who, assignment }) => `${document}, ${who}: ${statusInWords(assignment.status)}`)
    .join('; ');
}
