import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table transactions
    add column is_deed_transaction boolean not null default false,
    add column esigning_service text not null default 'counterpart'
      check (esigning_service in ('docusign', 'counterpart')),
    add column signing_instructions text not null default ''`,
  `alter table participants add column send_esigning_notifications boolean not null default true`,
  `create index users_organization on users (organization)`,
];

/** How a deal is signed, and who gets its participants' messages. */
export const peopleOfADeal: Migration = {
  name: '0007-people-of-a-deal',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
