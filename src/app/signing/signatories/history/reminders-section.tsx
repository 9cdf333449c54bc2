import { useState } from 'react';
import BellRing from 'lucide-react/icons/bell-ring';
import { sendReminder } from '../../../../db/commands/signing/packets/online-signing.ts';
import type { ListedSignatory } from '../../../../db/queries/signing/signatories/signatories.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useReachable } from '../../../lib/device/connectivity.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { syncClient } from '../../../sync-client.ts';
import { pushToast } from '../../../toasts/toast-store.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { PanelSection } from '../panel/panel-section.tsx';
import { REMINDERS } from './history-copy.ts';
import { isRecent, lastReminder, type LastReminder } from './last-reminder.ts';
import { useAuditLog } from './use-audit-log.ts';
import styles from './history.module.css';

interface RemindersSectionProps {
  signatory: ListedSignatory;
  /** Whether the user's organization can remind them. */
  mayRemind: boolean;
}

/** Reminds a signatory of documents that are out for signature: at most once a day, unless the user insists. */
export function RemindersSection({ signatory, mayRemind }: RemindersSectionProps) {
  const { uuid, fullName, email } = signatory.row;
  const { userId } = useMirror();
  const reachable = useReachable();
  const { answer, again } = useAuditLog(uuid);
  const { pending, problem, runCommand } = useOnlineCall();
  const [asking, setAsking] = useState<LastReminder | null>(null);
  const last = lastReminder(answer);
  const send = async (force: boolean) => {
    const isSent = await runCommand(sendReminder(uuid, force));
    again();
    if (isSent) {
      pushToast({ id: 'reminded', level: 'success', message: REMINDERS.sent(fullName) });
      return;
    }
    if (force) return;
    // A colleague may have reminded them since the log was loaded.
    const since = lastReminder(await syncClient().readAuditLog(userId, uuid));
    if (since && isRecent(since)) setAsking(since);
  };
  const start = () => {
    if (last && isRecent(last)) setAsking(last);
    else startCommand(send(false));
  };
  const hint = reachable ? (email === '' ? REMINDERS.noEmail : null) : REMINDERS.offline;
  return (
    <PanelSection title={REMINDERS.title}>
      <p className={styles.facts}>{REMINDERS.waiting(signatory.waiting)}</p>
      {answer?.outcome === 'done' ? (
        <p className={styles.facts}>
          {last ? REMINDERS.last(formatDateTime(last.at), last.by) : REMINDERS.never}
        </p>
      ) : null}
      {hint === null || !mayRemind ? null : <p className={styles.facts}>{hint}</p>}
      {mayRemind ? (
        <Button
          className={styles.action}
          icon={<BellRing aria-hidden="true" />}
          disabled={hint !== null}
          aria-disabled={pending}
          onClick={start}
        >
          {REMINDERS.send}
        </Button>
      ) : null}
      {problem === null || asking !== null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {asking ? (
        <ConfirmDialog
          title={REMINDERS.againTitle(fullName)}
          confirm={REMINDERS.sendAgain}
          onConfirm={() => startCommand(send(true))}
          onClose={() => setAsking(null)}
        >
          {REMINDERS.again(fullName, formatDateTime(asking.at))}
        </ConfirmDialog>
      ) : null}
    </PanelSection>
  );
}
