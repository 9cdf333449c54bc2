import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * `malware`: the name of what the scanner found in the file, whose bytes were deleted then. `waiting_reason`: why the
 * conversion has not begun, in a sentence for people.
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
