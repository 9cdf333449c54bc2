import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * `malware`: the name of the malware in the file, whose bytes were then deleted. `waiting_reason`: why the conversion
 * has not started, as a sentence for users.
 */
export const scannedUploads: Migration = {
  name: '0052-scanned-uploads',
  async up(db) {
    await sql
      .raw(
        `alter table documents
          add column scanned_at timestamptz,
          add column malware text,
          add column waiting_reason text`,
      )
      .execute(db);
  },
};
