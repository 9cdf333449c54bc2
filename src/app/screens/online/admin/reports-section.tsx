import type { FormEvent } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { downloadTransactions } from '../../../../db/commands/online-calls.ts';
import { reportsAnswer } from '../../../../db/queries/answers.ts';
import { useBegunForm } from '../../../lib/begun-form.ts';
import { carryOut as begin } from '../../../lib/carry-out.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { useAnswer } from '../../../lib/use-answer.ts';
import { useOnlineCall } from '../../../lib/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import styles from '../account/account.module.css';
import { textOf } from '../account/save-form.tsx';

/** Spreadsheets of an organization's transactions; a long one is made while the person does something else. */
export function ReportsSection({ organization }: { organization: string }) {
  const db = useMirror();
  const reports = useLiveQuery(() => reportsAnswer(db), [db])?.body ?? [];
  useAnswer(
    'reports',
    reports.some(({ status }) => status === 'processing'),
  );
  const { pending, problem, carryOut } = useOnlineCall();
  const begun = useBegunForm(`report/${organization}`);
  const download = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const period = { after: textOf(fields, 'after'), before: textOf(fields, 'before') };
    begin(carryOut(downloadTransactions(organization, period)));
  };
  return (
    <Section
      title="Reports"
      hint="A spreadsheet of all transactions, or of those opened in a period. Days begin and end in UTC."
    >
      <form ref={begun} className={styles.form} aria-label="Report of transactions" onSubmit={download}>
        <FormField label="Opened from" name="after" type="date" />
        <FormField label="Opened until" name="before" type="date" />
        {problem === null ? null : (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        <div className={styles.submit}>
          <Button type="submit" aria-disabled={pending}>
            Download transactions
          </Button>
        </div>
      </form>
      <ul className={styles.lines} aria-label="Reports that took a while">
        {reports.map(({ id, fileName, status, rowsDone, rowsTotal, downloadUrl, createdAt }) => (
          <li key={id} className={styles.line}>
            <div>
              <p className={styles.first}>{fileName}</p>
              <p className={styles.facts}>
                <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
              </p>
            </div>
            {status === 'processing' ? (
              <ProgressBar label={`${fileName} is being made`} value={rowsDone} max={rowsTotal} />
            ) : null}
            {status === 'failed' ? <StatusMark shape="failed">Could not be made</StatusMark> : null}
            {downloadUrl === null ? null : <a href={downloadUrl}>Download</a>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
