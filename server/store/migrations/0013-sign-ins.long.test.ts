import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findSession, listSignIns } from '../../auth/sessions.ts';
import { makeKysely } from '../../postgres/kysely.ts';
import { migrate } from '../../postgres/migrate.ts';
import { openTestDatabase } from '../../postgres/test-database.ts';
import { migrations } from '../migrations.ts';
import type { Tables } from '../tables.ts';

test('signed-in users stay signed in after the update, with one row per sign-in', async () => {
  const database = await openTestDatabase();
  const db = makeKysely<Tables>(database.address);
  const [firm, user, family] = [1, 2, 3].map((n) => `0199c1a2-3b4c-7d5e-8f60-00000000000${n}`);
  const hash = (token: string) => createHash('sha256').update(token).digest('hex');
  try {
    const before = migrations.findIndex(({ name }) => name === '0013-sign-ins');
    await migrate(db, migrations.slice(0, before));
    await sql`insert into organizations values (${firm}, 'Firm', now())`.execute(db);
    await sql`insert into users
      (uuid, email, first_name, last_name, organization, role, password_hash, created_at, version, modified_at)
      values (${user}, 'ada@firm.test', 'Ada', 'A', ${firm}, 'admin', '', now(), 1, now())`.execute(db);
    for (const [token, minutes] of [
      ['first', 30],
      ['second', 10],
    ] as const) {
      await sql`insert into sessions (token_hash, family, user_uuid, created_at, expires_at) values
        (${hash(token)}, ${family}, ${user}, now() - ${minutes} * interval '1 minute', now() + interval '11 hours')`.execute(
        db,
      );
    }
    await migrate(db, migrations);
    const now = new Date();
    const rows = await listSignIns(db, user ?? '', now);
    expect(rows).toMatchObject([{ uuid: family, user_uuid: user, address: '', user_agent: '' }]);
    expect(Math.round((now.getTime() - (rows[0]?.created_at.getTime() ?? 0)) / 60_000)).toBe(30);
    for (const token of ['first', 'second']) {
      const caller = { address: '192.0.2.1', userAgent: 'curl' };
      const found = await findSession(db, token, caller, now);
      expect(found).toMatchObject({ token, family, user: { uuid: user, role: 'admin' } });
    }
    expect(await listSignIns(db, user ?? '', now)).toMatchObject([{ address: '192.0.2.1' }]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
