import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sweepsOf } from '../../../server/jobs/sweep-daily.ts';
import { frequentSweeps } from '../../../server/jobs/sweep-often.ts';
import { openObjectStore } from '../../../server/storage/open-object-store.ts';
import { dealWithRows } from '../support/deal-with-rows.ts';
import { endpoints, validCall } from '../support/endpoints.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/**
 * Foreign keys that no query looks up, with the reason. Without an index, only deleting a row of the
 * referenced table is slow.
 */
const NOT_LOOKED_UP: Record<string, string> = {
  // The person who created or changed a row. People are deleted only together with their test drive,
  // including these rows.
  'transactions.created_by': 'author',
  'transactions.purge_approved_by': 'author',
  'documents.created_by': 'author',
  'items.created_by': 'author',
  'elements.created_by': 'author',
  'signatory_reminders.sent_by': 'author',
  'tasks.created_by': 'author',
  'tasks.completed_by': 'author',
  'tasks.assignee': 'author',
  'notes.created_by': 'author',
  'custom_keys.created_by': 'author',
  'bulk_signatory_uploads.created_by': 'author',
  'signatories.created_by': 'author',
  'representatives.created_by': 'author',
  'custom_values.created_by': 'author',
  'signing_groups.created_by': 'author',
  'tab_groups.created_by': 'author',
  'tabs.created_by': 'author',
  'signing_group_members.created_by': 'author',
  'signature_blocks.created_by': 'author',
  'signature_pages.created_by': 'author',
  'dynamic_assignments.created_by': 'author',
  'assignments.created_by': 'author',
  'packets.created_by': 'author',
  'packets.sent_by': 'author',
  'releases.created_by': 'author',
  'releases.released_by': 'author',
  'packet_requests.created_by': 'author',
  'executed_documents.created_by': 'author',
  'executed_document_pages.created_by': 'author',
  'organizations.modified_by': 'author',
};

/** Statements that may scan a whole table: the table's name, and how the statement begins. */
const MAY_READ_WHOLE = [
  // The nightly search for test drives that nobody uses.
  { table: 'sign_ins', begins: 'select firm.uuid as organization from organizations as firm' },
  // Sweeps of tables that stay small, because their rows live for hours or there are only a few per account.
  { table: 'attempts', begins: 'delete from "attempts" where ctid' },
  { table: 'address_confirmations', begins: 'delete from "address_confirmations" where ctid' },
  { table: 'ended_sessions', begins: 'delete from "ended_sessions" where ctid' },
];

let server: TestServer;
/** The text of every statement that has run. */
const statements = new Set<string>();

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const owner = await server.signIn('member@firm.test');
  const admin = await server.signIn('admin@firm.test');
  const rows = await dealWithRows(server, owner);
  // Deletions come last, because they remove rows that other calls need.
  const calls = endpoints().toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  for (const { name, method } of calls) {
    if (name.startsWith('auth.')) continue;
    const { path, body } = validCall(name, rows);
    for (const client of [owner, admin]) await client.send(method, path, body);
  }
  const { services } = server;
  const { partials } = await openObjectStore(server.settings);
  // Make the erasure due.
  await services.db
    .updateTable('installation')
    .set({ erased_at: new Date(0) })
    .execute();
  const sweeps = { ...sweepsOf(services, partials), ...frequentSweeps(services) };
  for (const sweep of Object.values(sweeps)) await sweep();
  for (const [asked] of query.mock.calls as unknown[][]) {
    const text = typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked;
    if (typeof text === 'string') statements.add(text);
  }
  query.mockRestore();
});
afterAll(() => server.stop());

describe('the indexes of the database', () => {
  test('cover every foreign key except those that are never looked up', async () => {
    const { rows } = await sql<{ column: string }>`
      select conrelid::regclass || '.' || attname as column
      from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace
        and not exists (
          select from pg_index
          where indrelid = conrelid and indisvalid and indpred is null and indkey[0] = conkey[1]
        )
      order by 1
    `.execute(server.services.db);
    expect(rows.map(({ column }) => column)).toEqual(Object.keys(NOT_LOOKED_UP).toSorted());
  });

  test('are all valid, and none duplicates another', async () => {
    const { rows } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index as one
      where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
        and (not indisvalid or exists (
          select from pg_index as other
          where other.indrelid = one.indrelid and other.indexrelid < one.indexrelid
            and other.indkey = one.indkey and other.indpred is not distinct from one.indpred
            and other.indexprs is not distinct from one.indexprs and other.indoption = one.indoption
        ))
    `.execute(server.services.db);
    expect(rows).toEqual([]);
  });

  test('serve every lookup of the endpoints and of the sweeps', async () => {
    expect(statements.size).toBeGreaterThan(100);
    const client = new pg.Client({ connectionString: server.settings.databaseUrl ?? '' });
    await client.connect();
    // With this setting, the planner scans a table only if it can't use any index.
    await client.query('set enable_seqscan = off');
    const scans: string[] = [];
    let planned = 0;
    for (const text of statements) {
      if (!/^\s*(select|insert|update|delete|with)\b/i.test(text) || text.includes('pgboss')) continue;
      const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
        `explain (generic_plan, format json) ${text}`,
      );
      planned += 1;
      for (const table of tablesScanned(rows[0]?.['QUERY PLAN']))
        if (!MAY_READ_WHOLE.some((each) => each.table === table && text.trim().startsWith(each.begins)))
          scans.push(`${table}: ${text.slice(0, 500)}`);
    }
    await client.end();
    expect(planned).toBeGreaterThan(100);
    expect(scans).toEqual([]);
  });
});

/** Returns the tables that a plan scans completely and filters. */
function tablesScanned(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(tablesScanned);
  if (typeof plan !== 'object' || plan === null) return [];
  const below = Object.values(plan).flatMap(tablesScanned);
  const isScan = 'Node Type' in plan && plan['Node Type'] === 'Seq Scan' && 'Filter' in plan;
  return isScan && 'Relation Name' in plan ? [String(plan['Relation Name']), ...below] : below;
}
