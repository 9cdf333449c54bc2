import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeKysely } from '../../postgres/kysely.ts';
import { migrate } from '../../postgres/migrate.ts';
import { openTestDatabase } from '../../postgres/test-database.ts';
import { migrations } from '../migrations.ts';
import type { Tables } from '../tables.ts';

test('keeps the ids of stored responses, and the bodies of rejections', async () => {
  const database = await openTestDatabase();
  const db = makeKysely<Tables>(database.address);
  const [firm, user, row, other] = [1, 2, 3, 4].map((n) => `0199c1a2-3b4c-7d5e-8f60-00000000000${n}`);
  const pairs = [{ document_id: row, item_uuid: other, element_uuid: other }];
  try {
    const before = migrations.findIndex(({ name }) => name === '0054-ids-of-answers');
    await migrate(db, migrations.slice(0, before));
    await sql`insert into organizations values (${firm}, 'Firm', now())`.execute(db);
    await sql`insert into users
      (uuid, email, first_name, last_name, organization, role, password_hash, created_at, version, modified_at)
      values (${user}, 'ada@firm.test', 'Ada', 'A', ${firm}, 'admin', '', now(), 1, now())`.execute(db);
    const kept: [string, number, unknown][] = [
      ['of a row', 201, { label: 'A', uuid: row }],
      ['of rows', 200, [{ uuid: row }, { uuid: other }]],
      ['of pairs', 201, pairs],
      ['of nothing', 204, undefined],
      ['refused', 404, { code: 'not_found' }],
    ];
    for (const [key, status, body] of kept) {
      const response = body === undefined ? null : JSON.stringify(body);
      await sql`insert into idempotency_keys (user_uuid, key, request_hash, status, response, created_at)
        values (${user}, ${key}, 'hash', ${status}, ${response}, now())`.execute(db);
    }
    // More than one batch.
    await sql`insert into idempotency_keys (user_uuid, key, request_hash, status, response, created_at)
      select ${user}, 'many ' || n, 'hash', 200, ${JSON.stringify({ uuid: row })}, now()
      from generate_series(1, 4500) as n`.execute(db);
    await migrate(db, migrations);
    const rows = await db.selectFrom('idempotency_keys').select(['key', 'ids', 'refusal']).execute();
    expect(rows.filter(({ key }) => !key.startsWith('many'))).toEqual(
      expect.arrayContaining([
        { key: 'of a row', ids: JSON.stringify(row), refusal: null },
        { key: 'of rows', ids: JSON.stringify([row, other]), refusal: null },
        { key: 'of pairs', ids: JSON.stringify(pairs), refusal: null },
        { key: 'of nothing', ids: null, refusal: null },
        { key: 'refused', ids: null, refusal: '{"code":"not_found"}' },
      ]),
    );
    const many = rows.filter(({ key }) => key.startsWith('many'));
    expect(many).toHaveLength(4500);
    expect(many.every(({ ids, refusal }) => ids === JSON.stringify(row) && refusal === null)).toBe(true);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
