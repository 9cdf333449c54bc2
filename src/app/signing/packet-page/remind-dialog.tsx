import { useState } from 'react';
import { sendReminder } from '../../../db/commands/signing/packets/online-signing.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { runCommand as startCommand } from '../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../lib/commands/use-online-call.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { REMIND } from '../packets/packets-copy.ts';
import { isRecent, lastReminder } from '../signatories/history/last-reminder.ts';
import styles from '../packets/packets-screen.module.css';

/**
 * Says who will get a reminder, or will be asked again after they said that the packet isn't for them. Within a day of the last
 * reminder, the user must confirm once more.
 */
export function RemindDialog({
  packet: { row, signatory },
  onClose,
}: {
  packet: ShownPacket;
  onClose: () => void;
}) {
  const { userId } = useMirror();
  const isReachable = useReachable();
  const { pending, problem, runCommand } = useOnlineCall();
  const [last, setLast] = useState(row.remindedAt);
  const { uuid, fullName: name, email } = signatory;
  const isReturned = row.wrongPerson !== null;
  const recent = last !== null && isRecent({ at: last }) ? last : null;
  const send = async () => {
    if (await runCommand(sendReminder(uuid, recent !== null))) {
      pushToast({
        id: 'reminded',
        level: 'success',
        message: isReturned ? REMIND.asked(name) : REMIND.sent(name),
      });
      onClose();
    } else if (recent === null) {
      // Someone may have just sent a reminder, or sent one about other pages.
      setLast(lastReminder(await syncClient().readAuditLog(userId, uuid))?.at ?? null);
    }
  };
  return (
    <ModalDialog
      title={isReturned ? REMIND.askTitle(name) : REMIND.title(name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{REMIND.cancel}</Button>
          <Button look="primary" disabled={pending || !isReachable} onClick={() => startCommand(send())}>
            {isReturned ? REMIND.ask : recent === null ? REMIND.send : REMIND.sendAgain}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>{isReturned ? REMIND.askLead(name, email) : REMIND.lead(name, email)}</p>
        {recent === null ? null : (
          <Callout tone="warning">{REMIND.again(name, formatDateTime(recent))}</Callout>
        )}
        {isReachable ? null : (
          <Callout tone="warning" role="status">
            {REMIND.offline}
          </Callout>
        )}
        {problem === null || recent !== null ? null : (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
      </div>
    </ModalDialog>
  );
}
