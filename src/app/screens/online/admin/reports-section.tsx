import type { FormEvent } from 'react';
import { downloadTransactions } from '../../../../db/commands/account/online-calls.ts';
import { useFormDraft } from '../../../lib/form/use-form-draft.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import styles from '../account/account.module.css';
import { textOf } from '../account/save-form.tsx';
import { REPORTS } from './admin-copy.ts';
import { ReportList } from './report-list.tsx';

/** Downloads spreadsheets of an organization's transactions. Long ones are prepared in the background. */
export function ReportsSection({ organization }: { organization: string }) {
  const { pending, problem, runCommand } = useOnlineCall();
  const draft = useFormDraft(`report/${organization}`);
  const download = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const period = { after: textOf(fields, 'after'), before: textOf(fields, 'before') };
    startCommand(runCommand(downloadTransactions(organization, period)));
  };
  return (
    <Section title={REPORTS.title} hint={REPORTS.hint}>
      <form ref={draft} className={styles.form} aria-label={REPORTS.form} onSubmit={download}>
        <FormField label={REPORTS.from} name="after" type="date" />
        <FormField label={REPORTS.until} name="before" type="date" />
        {problem === null ? null : (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        <div className={styles.submit}>
          <Button type="submit" aria-disabled={pending}>
            {REPORTS.download}
          </Button>
        </div>
      </form>
      <ReportList kind="transactions" label={REPORTS.prepared} />
    </Section>
  );
}
