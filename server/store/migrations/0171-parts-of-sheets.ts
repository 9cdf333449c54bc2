import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table executed_document_pages add column part integer not null default 0 check (part >= 0)`,
  `drop index executed_document_pages_page`,
  `create unique index executed_document_pages_page on executed_document_pages (executed_document, page, part)`,
];

/** A returned sheet that shows several pages has a row for each of them. */
export const partsOfSheets: Migration = {
  name: '0171-parts-of-sheets',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
