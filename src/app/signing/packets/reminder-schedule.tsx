import { useLiveQuery } from 'dexie-react-hooks';
import { USUAL_REMINDER_DAYS } from '../../../contract/rules/signing/packets/reminder-schedule.ts';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import { setReminderDays } from '../../../db/commands/signing/packets/packet-calls.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button } from '../../ui/button.tsx';
import { AUTOMATIC } from './packets-copy.ts';
import styles from './packets-screen.module.css';

/** Sets whether and when signatories are reminded automatically. */
export function ReminderSchedule({
  transaction,
  mayEdit,
  isOff,
  run,
}: {
  transaction: string;
  mayEdit: boolean;
  isOff: boolean;
  run: (call: OnlineCall) => void;
}) {
  const db = useMirror();
  const deal = useLiveQuery(() => db.transactions.get(transaction), [db, transaction]);
  // Older servers send no reminders.
  if (!deal?.reminderDays) return null;
  const { reminderDays: days, closingDate } = deal;
  const isOn = days.length > 0;
  return (
    <div className={styles.schedule}>
      <p className={styles.facts}>
        {isOn
          ? closingDate === null
            ? AUTOMATIC.noDate
            : AUTOMATIC.on(days, formatDate(closingDate))
          : AUTOMATIC.off}
      </p>
      {mayEdit ? (
        <Button
          disabled={isOff}
          onClick={() => run(setReminderDays(transaction, isOn ? [] : USUAL_REMINDER_DAYS))}
        >
          {isOn ? AUTOMATIC.turnOff : AUTOMATIC.turnOn}
        </Button>
      ) : null}
    </div>
  );
}
