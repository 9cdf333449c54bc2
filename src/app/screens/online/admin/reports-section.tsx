import type { FormEvent } from 'react';
import { downloadTransactions } from '../../../../db/commands/account/online-calls.ts';
import { useFormDraft } from '../../../lib/form/use-form-draft.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import styles from '../account/account.module.css';
import { textOf } from '../account/save-form.tsx';
import { ReportList } from './report-list.tsx';

/** Spreadsheets of an organization's transactions; a long one is made while the person does something else. */
export function ReportsSection({ organization }: { organization: string }) {
  const { pending, problem, runCommand } = useOnlineCall();
  const begun = useFormDraft(`report/${organization}`);
  const download = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const period = { after: textOf(fields, 'after'), before: textOf(fields, 'before') };
    begin(runCommand(downloadTransactions(organization, period)));
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
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        <div className={styles.submit}>
          <Button type="submit" aria-disabled={pending}>
            Download transactions
          </Button>
        </div>
      </form>
      <ReportList kind="transactions" label="Reports that took a while" />
    </Section>
  );
}
