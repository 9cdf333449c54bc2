import {
  downloadAccessLog,
  setSupportAccess,
  updateOrganization,
} from '../../../../db/commands/account/online-calls.ts';
import type { OrganizationRow } from '../../../../db/rows.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useSupportUntil } from '../../../lib/account/use-support-until.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/form/checkbox.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import styles from '../account/account.module.css';
import { ReportList } from './report-list.tsx';

/** Who sees an organization's transactions without taking part in them, and who has looked (docs/product/people-and-access.md, "Who sees a transaction"). */
export function AccessSection({ organization, me }: { organization: OrganizationRow; me: string }) {
  const { pending, problem, runCommand } = useOnlineCall();
  const until = useSupportUntil();
  const { uuid } = organization;
  const setStrict = (strict: boolean) =>
    begin(runCommand(updateOrganization(uuid, { strict_data_access: strict })));
  return (
    <Section
      title="Viewing access"
      hint="Who can see transactions without taking part in them. The access log records every change."
    >
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      <CheckboxField
        checked={organization.strictDataAccess}
        disabled={pending}
        onChange={({ currentTarget: { checked } }) => setStrict(checked)}
      >
        Strict data access: administrators see only the name, client, matter and dates of transactions they
        are not on, and every view is recorded
      </CheckboxField>
      <OffRequest organization={organization} me={me} {...{ pending, setStrict }} />
      <CheckboxField
        checked={until !== null}
        disabled={pending}
        onChange={({ currentTarget: { checked } }) => begin(runCommand(setSupportAccess(uuid, checked)))}
      >
        Counterpart support can view transactions for 24 hours
        {until === null ? '' : `: until ${formatDateTime(until)}`}
      </CheckboxField>
      <div className={styles.submit}>
        <Button aria-disabled={pending} onClick={() => begin(runCommand(downloadAccessLog()))}>
          Download the access log
        </Button>
      </div>
      <ReportList kind="access_log" label="Prepared access logs" />
    </Section>
  );
}

/** Switching strict data access off takes two admins: what one of them asked for, until another one has decided. */
function OffRequest({
  organization: { strictAccessOffRequestedBy: requester },
  me,
  pending,
  setStrict,
}: {
  organization: OrganizationRow;
  me: string;
  pending: boolean;
  setStrict: (strict: boolean) => void;
}) {
  if (!requester) return null;
  const isMine = requester.uuid === me;
  return (
    <>
      <Callout tone="warning" role="status">
        {isMine
          ? 'You asked to turn off strict data access. Another administrator has to approve this.'
          : `${requester.name} asked to turn off strict data access. This needs your approval.`}
      </Callout>
      <div className={styles.submit}>
        <Button aria-disabled={pending} onClick={() => setStrict(true)}>
          {isMine ? 'Withdraw request' : 'Keep strict data access'}
        </Button>
        {isMine ? null : (
          <Button aria-disabled={pending} onClick={() => setStrict(false)}>
            Turn off strict data access
          </Button>
        )}
      </div>
    </>
  );
}
