import {
  downloadAccessLog,
  setSupportAccess,
  updateOrganization,
} from '../../../../db/commands/account/online-calls.ts';
import type { OrganizationRow } from '../../../../db/rows.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useSupportUntil } from '../../../lib/account/use-support-until.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/form/checkbox.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import styles from '../account/account.module.css';
import { ACCESS } from './admin-copy.ts';
import { ReportList } from './report-list.tsx';

/**
 * Shows who can see an organization's transactions without taking part in them, and the access log
 * (docs/product/people-and-access.md, "Who sees a transaction").
 */
export function AccessSection({ organization, me }: { organization: OrganizationRow; me: string }) {
  const { pending, problem, runCommand } = useOnlineCall();
  const until = useSupportUntil();
  const { uuid } = organization;
  const setStrict = (strict: boolean) =>
    startCommand(runCommand(updateOrganization(uuid, { strict_data_access: strict })));
  return (
    <Section title={ACCESS.title} hint={ACCESS.hint}>
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
        {ACCESS.strict}
      </CheckboxField>
      <OffRequest organization={organization} me={me} {...{ pending, setStrict }} />
      <CheckboxField
        checked={until !== null}
        disabled={pending}
        onChange={({ currentTarget: { checked } }) =>
          startCommand(runCommand(setSupportAccess(uuid, checked)))
        }
      >
        {ACCESS.support(until === null ? null : formatDateTime(until))}
      </CheckboxField>
      <div className={styles.submit}>
        <Button aria-disabled={pending} onClick={() => startCommand(runCommand(downloadAccessLog()))}>
          {ACCESS.downloadLog}
        </Button>
      </div>
      <ReportList kind="access_log" label={ACCESS.preparedLogs} />
    </Section>
  );
}

/** The request to turn off strict data access, which takes a second admin's approval. */
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
        {isMine ? ACCESS.youAsked : ACCESS.someoneAsked(requester.name)}
      </Callout>
      <div className={styles.submit}>
        <Button aria-disabled={pending} onClick={() => setStrict(true)}>
          {isMine ? ACCESS.withdraw : ACCESS.keepStrict}
        </Button>
        {isMine ? null : (
          <Button aria-disabled={pending} onClick={() => setStrict(false)}>
            {ACCESS.turnOffStrict}
          </Button>
        )}
      </div>
    </>
  );
}
