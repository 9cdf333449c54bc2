import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table signing_devices (
    packet uuid not null references packets on delete cascade,
    device_hash text not null,
    transaction uuid not null references transactions on delete cascade,
    trusted_at timestamptz(3) not null,
    confirmed_at timestamptz(3),
    ended_at timestamptz(3),
    primary key (packet, device_hash)
  )`,
  `create index signing_devices_transaction on signing_devices (transaction)`,
  `create table device_codes (
    packet uuid primary key references packets on delete cascade,
    transaction uuid not null references transactions on delete cascade,
    code_hash text not null,
    tries integer not null default 0,
    expires_at timestamptz(3) not null
  )`,
  `create index device_codes_transaction on device_codes (transaction)`,
];

/** The devices on which signatories have opened their links, and the codes that authorize others. */
export const signingDevices: Migration = {
  name: '0178-signing-devices',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
