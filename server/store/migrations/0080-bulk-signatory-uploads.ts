import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table bulk_signatory_uploads (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    file_name text not null,
    num_rows integer not null,
    num_created integer not null,
    created_at timestamptz(3) not null,
    created_by uuid not null references users,
    version bigint not null,
    modified_at timestamptz(3) not null,
    modified_by uuid,
    deleted_at timestamptz(3),
    deleted_by uuid
  )`,
  `create index bulk_signatory_uploads_transaction on bulk_signatory_uploads (transaction)`,
  `create index bulk_signatory_uploads_deleted on bulk_signatory_uploads (deleted_at)
    where deleted_at is not null`,
  `create index signatories_bulk_signatory_upload_id on signatories (bulk_signatory_upload_id)`,
  `alter table signatories
    add foreign key (bulk_signatory_upload_id) references bulk_signatory_uploads on delete set null`,
];

/** Lists of signatories that were added at once. */
export const bulkSignatoryUploads: Migration = {
  name: '0080-bulk-signatory-uploads',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
