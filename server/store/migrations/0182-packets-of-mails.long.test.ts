import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeKysely } from '../../postgres/kysely.ts';
import { migrate } from '../../postgres/migrate.ts';
import { openTestDatabase } from '../../postgres/test-database.ts';
import { migrations } from '../migrations.ts';
import type { Tables } from '../tables.ts';

test('keeps the packet of each email that has one', async () => {
  const database = await openTestDatabase();
  const db = makeKysely<Tables>(database.address);
  const [request, invitation, packet] = [1, 2, 3].map((n) => `0199c1a2-3b4c-7d5e-8f60-00000000000${n}`);
  try {
    const before = migrations.findIndex(({ name }) => name === '0182-packets-of-mails');
    await migrate(db, migrations.slice(0, before));
    // A packet would require a whole deal.
    await sql`alter table mails drop constraint mails_packet_fkey`.execute(db);
    for (const [uuid, about] of [
      [request, packet],
      [invitation, null],
    ])
      await sql`insert into mails (uuid, kind, to_name, to_address, subject, in_outbox, created_at, packet)
        values (${uuid}, 'signing_request', 'Jane Doe', 'jane@alpha.test', '', false, now(), ${about})`.execute(
        db,
      );
    await migrate(db, migrations);
    const rows = await db.selectFrom('mails').select(['uuid', 'packets']).orderBy('uuid').execute();
    expect(rows).toEqual([
      { uuid: request, packets: [packet] },
      { uuid: invitation, packets: [] },
    ]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
