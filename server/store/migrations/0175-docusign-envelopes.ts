import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table packets
    add column esigning_service text not null default 'counterpart'
      check (esigning_service in ('docusign', 'counterpart')),
    add column service_problem text`,
  `create table docusign_envelopes (
    packet uuid primary key references packets on delete cascade,
    transaction uuid not null references transactions on delete cascade,
    signer_name text not null,
    envelope_id text,
    claimed_until timestamptz(3),
    checked_at timestamptz(3),
    ended_at timestamptz(3)
  )`,
  `create index docusign_envelopes_transaction on docusign_envelopes (transaction)`,
  `create unique index docusign_envelopes_envelope_id on docusign_envelopes (envelope_id)`,
  `create index docusign_envelopes_open on docusign_envelopes (checked_at) where ended_at is null`,
];

/** The envelopes of packets that are signed with DocuSign. */
export const docusignEnvelopes: Migration = {
  name: '0175-docusign-envelopes',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
