import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  // Codes are valid for only ten minutes, so anyone waiting for one can request another.
  `delete from device_codes`,
  `alter table device_codes
    add column device_hash text not null,
    drop constraint device_codes_pkey,
    add primary key (packet, device_hash)`,
];

/** Each device has its own code. Processes of the previous version can no longer send codes, so restart all of them. */
export const codesOfDevices: Migration = {
  name: '0181-device-codes',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
