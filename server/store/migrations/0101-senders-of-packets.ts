import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table packets add column sent_for uuid references organizations, add column sent_to text`,
  `update packets set sent_for = users.organization from users where users.uuid = packets.sent_by`,
  `update packets set sent_to = events.details ->> 'to'
    from signing_events as events where events.packet = packets.uuid and events.kind = 'sent'`,
  `create index packets_sent_for on packets (sent_for)`,
];

/** The organization that a packet was sent for, even if its sender leaves, and the address that it was sent to. */
export const sendersOfPackets: Migration = {
  name: '0101-senders-of-packets',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
