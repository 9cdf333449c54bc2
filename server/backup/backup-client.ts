import { Client } from 'pg';
import type { DatabaseAddress } from '../postgres/open-database.ts';

/** The name of a restore's connections in `pg_stat_activity`. */
export const RESTORE_NAME = 'restore';

/**
 * A separate connection without time limits, which reads and writes values in a fixed format whatever the server's settings.
 */
export async function openBackupClient(address: DatabaseAddress, name: string): Promise<Client> {
  const client = new Client({ ...address, application_name: name, keepAlive: true });
  // If the connection is lost, the next statement fails.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`
      set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
      set bytea_output = 'hex'; set extra_float_digits = 1`);
    await client.query(`
      select set_config(name, '0', false) from pg_settings where name in ('statement_timeout', 'lock_timeout',
        'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')`);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
