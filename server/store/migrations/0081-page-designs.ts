import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table transactions
    add column paper_size text not null default 'letter' check (paper_size in ('letter', 'a4'))`,
  // A page without blocks has the default ones.
  `alter table signature_pages
    add column design_version integer not null default 1,
    add column margins text not null default 'regular' check (margins in ('narrow', 'regular', 'wide')),
    add column font text not null default 'times_new_roman'
      check (font in ('times_new_roman', 'arial', 'courier')),
    add column font_size double precision not null default 12,
    add column consolidate_signer boolean not null default false,
    add column blocks jsonb,
    add column signature_page_type text,
    add column legacy jsonb`,
];

/** The look of signature pages, and the paper of a deal. */
export const pageDesigns: Migration = {
  name: '0081-page-designs',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
