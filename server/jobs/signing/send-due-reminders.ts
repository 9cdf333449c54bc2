import { sql } from 'kysely';
import { DAY_MS } from '../../../src/contract/retention.ts';
import {
  REMINDER_DAYS_MAX,
  reminderDueSince,
} from '../../../src/contract/rules/signing/packets/reminder-schedule.ts';
import { sendReminder } from '../../commands/signing/send-reminder.ts';
import { log } from '../../log.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { accountById } from '../../store/account/users.ts';
import { writeAsServer } from '../../store/deals/deal-write.ts';
import { BY_SERVER } from '../../store/deals/packets/signing-events.ts';

/** Reminds signatories on the schedules of their deals, unless somebody sent them a reminder or a packet within a day. */
export async function sendDueReminders(services: Services): Promise<void> {
  for (const due of await findDue(services))
    // A busy or broken deal must not keep others from being reminded.
    await remind(services, due).catch((error: unknown) =>
      log.error({ err: error, signatory: due.signatory }, 'a signatory could not be reminded automatically'),
    );
}

interface Due {
  readonly transaction: string;
  readonly signatory: string;
  /** The senders of the packets, for the same organization. */
  readonly sender: string;
  readonly packets: string[];
}

async function findDue(services: Services): Promise<Due[]> {
  const at = services.now();
  const rows = await services.db
    .selectFrom('packets')
    .innerJoin('transactions', 'transactions.uuid', 'packets.transaction')
    .innerJoin('signatories', 'signatories.uuid', 'packets.signatory')
    // No reminder is sent in the name of a person who has left.
    .innerJoin('users as sender', 'sender.uuid', 'packets.sent_by')
    .leftJoin('signatory_reminders as reminder', 'reminder.signatory', 'packets.signatory')
    .leftJoin('users as reminded_by', 'reminded_by.uuid', 'reminder.sent_by')
    .select([
      'packets.uuid',
      'packets.transaction',
      'packets.signatory',
      'packets.sent_for',
      'packets.sent_at',
    ])
    .select('sender.uuid as sender')
    .select(['transactions.closing_date', 'transactions.reminder_days'])
    .select(({ fn }) => [
      fn.max('reminder.sent_at').as('reminded_at'),
      fn
        .max('reminder.sent_at')
        .filterWhereRef('reminded_by.organization', '=', 'packets.sent_for')
        .as('reminded_for_it_at'),
    ])
    .where('packets.status', 'in', ['sent', 'viewed', 'partially_signed'])
    .where('packets.deleted_at', 'is', null)
    .where('packets.expires_at', '>', at)
    .where('packets.wrong_person', 'is', null)
    // An address that rejects emails is not sent reminders.
    .where('packets.mail_problem', 'is', null)
    // A link goes only to the address that the packet was sent to.
    .where(({ eb }) =>
      eb.or([
        eb('packets.sent_to', 'is', null),
        sql<boolean>`lower(packets.sent_to) = lower(signatories.email)`,
      ]),
    )
    .where('sender.disabled_at', 'is', null)
    .where('transactions.deleted_at', 'is', null)
    .where('transactions.archived_at', 'is', null)
    .where('transactions.closing_date', '>=', dayOf(at))
    .where('transactions.closing_date', '<=', dayOf(new Date(at.getTime() + REMINDER_DAYS_MAX * DAY_MS)))
    .groupBy(['packets.uuid', 'transactions.uuid', 'sender.uuid'])
    .orderBy('packets.sent_at')
    .execute();
  const due = new Map<string, Due>();
  const isOfToday = (time: Date | null) => time !== null && at.getTime() - time.getTime() < DAY_MS;
  for (const row of rows) {
    const { uuid, transaction, signatory, sender, sent_for, sent_at, reminded_for_it_at } = row;
    if (row.closing_date === null || sent_at === null) continue;
    const since = reminderDueSince(row.reminder_days, row.closing_date, at);
    if (since === null || isOfToday(sent_at) || isOfToday(row.reminded_at)) continue;
    // Each organization sends reminders about its own packets. If another one reminds first, it waits for a day.
    if (sent_at >= since || (reminded_for_it_at !== null && reminded_for_it_at >= since)) continue;
    const key = `${signatory} ${sent_for}`;
    const known = due.get(key);
    if (known) known.packets.push(uuid);
    else due.set(key, { transaction, signatory, sender, packets: [uuid] });
  }
  return [...due.values()];
}

/** Days are stored as text, such as 2026-11-30. */
function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

async function remind(
  services: Services,
  { transaction, signatory, sender: uuid, packets }: Due,
): Promise<void> {
  await writeAsServer(
    services,
    'signatories.remind',
    async () => transaction,
    async (scope) => {
      const sender = await accountById(scope.tx, uuid);
      if (!sender) return;
      try {
        await sendReminder(scope, { id: signatory }, BY_SERVER, { sender, packets });
      } catch (error) {
        // Something has changed in the meantime, or the organization has turned signing off.
        if (!(error instanceof Refusal)) throw error;
        log.info({ signatory, reason: error.message }, 'a signatory was not reminded automatically');
      }
    },
  );
}
