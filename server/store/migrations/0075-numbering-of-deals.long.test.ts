import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeKysely } from '../../postgres/kysely.ts';
import { migrate } from '../../postgres/migrate.ts';
import { openTestDatabase } from '../../postgres/test-database.ts';
import { migrations } from '../migrations.ts';
import type { Tables } from '../tables.ts';

test('gives each existing deal the numbering that its creator chose', async () => {
  const database = await openTestDatabase();
  const db = makeKysely<Tables>(database.address);
  const [firm, ada, bo, adasDeal, bosDeal] = [1, 2, 3, 4, 5].map(
    (n) => `0199c1a2-3b4c-7d5e-8f60-00000000000${n}`,
  );
  try {
    const before = migrations.findIndex(({ name }) => name === '0075-numbering-of-deals');
    await migrate(db, migrations.slice(0, before));
    await sql`insert into organizations values (${firm}, 'Firm', now())`.execute(db);
    for (const [uuid, name, format] of [
      [ada, 'Ada', '{"numbering": "outline"}'],
      [bo, 'Bo', '{}'],
    ])
      await sql`insert into users
        (uuid, email, first_name, last_name, organization, role, password_hash, created_at, version, modified_at,
          binder_format_structure)
        values (${uuid}, ${`${name}@firm.test`}, ${name}, '', ${firm}, 'member', '', now(), 1, now(),
          ${format}::jsonb)`.execute(db);
    for (const [uuid, creator] of [
      [adasDeal, ada],
      [bosDeal, bo],
    ])
      await sql`insert into transactions
        (uuid, organization, name, description, client_name, client_number, matter_number, kind, is_sample,
          created_at, created_by, version, modified_at)
        values (${uuid}, ${firm}, 'Deal', '', '', '', '', 'packets', false, now(), ${creator}, 1, now())`.execute(
        db,
      );
    await migrate(db, migrations);
    const rows = await db
      .selectFrom('transactions')
      .select(['uuid', 'binder_format_structure'])
      .orderBy('uuid')
      .execute();
    expect(rows).toEqual([
      { uuid: adasDeal, binder_format_structure: { numbering: 'outline' } },
      { uuid: bosDeal, binder_format_structure: {} },
    ]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
