import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  // Codes work for only ten minutes, so anyone waiting for one can request another.
  `delete from device_codes`,
  `alter table device_codes
    add column device_hash text not null,
    drop constraint device_codes_pkey,
    add primary key (packet, device_hash)`,
];

/** Each device has a code of its own. Processes of the previous version can't send codes anymore: restart them all. */
export const codesOfDevices: Migration = {
  name: '0181-device-codes',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
