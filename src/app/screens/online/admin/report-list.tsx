import { useLiveQuery } from 'dexie-react-hooks';
import type { Report } from '../../../../contract/entities/transactions/report.ts';
import { reportsAnswer } from '../../../../db/queries/account/answers.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { useAnswer } from '../../../lib/commands/use-answer.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { REPORTS } from './admin-copy.ts';
import styles from '../account/account.module.css';

/** The spreadsheets of a kind that are prepared in the background, with their progress or download link. */
export function ReportList({ kind, label }: { kind: Report['kind']; label: string }) {
  const db = useMirror();
  const all = useLiveQuery(() => reportsAnswer(db), [db])?.body ?? [];
  const reports = all.filter((report) => report.kind === kind);
  useAnswer(
    'reports',
    reports.some(({ status }) => status === 'processing'),
  );
  return (
    <ul className={styles.lines} aria-label={label}>
      {reports.map(({ id, fileName, status, rowsDone, rowsTotal, downloadUrl, createdAt }) => (
        <li key={id} className={styles.line}>
          <div>
            <p className={styles.first}>{fileName}</p>
            <p className={styles.facts}>
              <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
            </p>
          </div>
          {status === 'processing' ? (
            <div className={styles.progress}>
              <ProgressBar label={REPORTS.preparing(fileName)} value={rowsDone} max={rowsTotal} />
            </div>
          ) : null}
          {status === 'failed' ? <StatusLabel shape="failed">{REPORTS.failed}</StatusLabel> : null}
          {downloadUrl === null ? null : <a href={downloadUrl}>{REPORTS.downloadFile}</a>}
        </li>
      ))}
    </ul>
  );
}
