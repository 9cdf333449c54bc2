import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The days before closing on which signatories are reminded automatically. */
export const reminderDays: Migration = {
  name: '0151-reminder-days',
  async up(db) {
    // Nobody has chosen reminders for existing deals.
    await sql`alter table transactions add column reminder_days integer[] not null default '{}'`.execute(db);
    await sql`alter table transactions alter column reminder_days set default '{7,3,1}'`.execute(db);
    // The hourly sweep looks for deals that close soon.
    await sql`create index transactions_closing_date on transactions (closing_date) where deleted_at is null`.execute(
      db,
    );
  },
};
