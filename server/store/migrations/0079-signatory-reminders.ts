import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table signatory_reminders (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    signatory uuid not null references signatories on delete cascade,
    sent_at timestamptz(3) not null,
    sent_by uuid not null references users
  )`,
  `create index signatory_reminders_transaction on signatory_reminders (transaction)`,
  `create index signatory_reminders_signatory on signatory_reminders (signatory, sent_at)`,
  `alter table organizations add column signing_groups boolean not null default true`,
];

/** When signatories were reminded, and by whom; and whether an organization uses signing groups. */
export const signatoryReminders: Migration = {
  name: '0079-signatory-reminders',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
