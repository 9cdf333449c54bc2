import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildReportKind } from '../../../server/queue/job-kinds.ts';
import { setFeature } from '../../../server/store/account/features.ts';
import { sweepReports } from '../../../server/store/reports.ts';
import { readSheet } from '../../support/signing/read-sheet.ts';
import { until } from '../../support/until.ts';
import type { Answer, TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';

const HEADS = [
  'Name',
  'Client',
  'Client number',
  'Matter',
  'Created (UTC)',
  'Closing date',
  'Creator',
  'Participants',
  'Documents',
  'Signatures executed',
  'Signatures to accept',
  'Signatures sent',
  'Signatures total',
  'Status',
  'Archived',
];

let server: TestServer;
let admin: TestClient;
let member: TestClient;
let firm: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('admin@firm.test');
  member = await server.signIn('member@firm.test');
  firm = (await admin.get('/authentication/user/me')).body.organization;
  await switchReports(true);
});
afterAll(() => server.stop());

/** Deletes everything, then creates these deals of the member, each created on a different day. */
async function withDeals(...deals: { facts: object; created: string }[]): Promise<string[]> {
  const { db } = server.services;
  await db.deleteFrom('access_log').execute();
  await db.updateTable('transactions').set({ deleted_at: new Date() }).execute();
  const uuids: string[] = [];
  for (const { facts, created } of deals) {
    const { uuid } = (await member.post('/transactions/transaction', facts)).body;
    await db
      .updateTable('transactions')
      .set({ created_at: new Date(created) })
      .where('uuid', '=', uuid)
      .execute();
    uuids.push(uuid);
  }
  return uuids;
}

async function switchReports(is_active: boolean): Promise<void> {
  const feature = {
    name: 'SELF_SERVE_ADMIN_REPORT',
    transaction: null,
    is_active,
    set_at: new Date(),
  } as const;
  await setFeature(server.services.db, feature);
}

async function cellsOf(answer: Answer): Promise<string[][]> {
  expect(answer.status, answer.text).toBe(302);
  expect(answer.headers.get('location')).toBeNull();
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const file = await fetch(answer.body.redirect_url);
  expect(file.headers.get('content-type')).toContain('spreadsheetml');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment.*\.xlsx/);
  return readSheet(await file.bytes());
}

/** Shares the report with a second admin, who can open it only then, and not with strict data access. */
async function shareWithAnotherAdmin(notification: string, file: string): Promise<void> {
  const { db } = server.services;
  const isColleague = ['email', '=', 'colleague@firm.test'] as const;
  await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where(...isColleague)
    .execute();
  const colleague = await server.signIn('colleague@firm.test');
  expect((await colleague.get(file)).status).toBe(404);
  const share = async () => (await admin.post(`/notifications/${notification}/share_file`)).status;
  await db.updateTable('organizations').set({ strict_data_access: true }).where('uuid', '=', firm).execute();
  expect(await share()).toBe(422);
  await db.updateTable('organizations').set({ strict_data_access: false }).where('uuid', '=', firm).execute();
  expect(await share()).toBe(200);
  expect((await colleague.get(file)).status).toBe(302);
  await db
    .updateTable('users')
    .set({ role: 'member' })
    .where(...isColleague)
    .execute();
  expect((await colleague.get(file)).status).toBe(404);
}

/**
 * Checks that the URL in a notification remains valid, and leads to a new signed link once the previous one
 * has expired.
 */
async function expectFreshLinks(file: string): Promise<void> {
  const linkNow = async () => (await admin.get(file)).headers.get('location') ?? '';
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const first = await linkNow();
    expect((await fetch(first)).status).toBe(200);
    vi.setSystemTime(Date.now() + 301_000);
    expect((await fetch(first)).status).toBe(403);
    const next = await linkNow();
    expect(next).not.toBe(first);
    expect((await fetch(next)).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
}

const report = (query = '') => admin.get(`/reporting/${firm}/transactions?download=excel${query}`);

test('a report has every transaction of the organization, and opens as a spreadsheet', async () => {
  const [alder = ''] = await withDeals(
    {
      facts: {
        name: 'Project “Älder” & <Söhne>, 中文 😀',
        client_name: 'Alder Holdings',
        client_number: '007',
        matter_number: '1-2',
        closing_date: '2020-03-31',
      },
      created: '2020-01-15T10:20:30.000Z',
    },
    { facts: { name: 'Birch', closing_date: '2999-01-01' }, created: '2020-02-01T00:00:00.000Z' },
  );
  await addParticipant(server, alder, 'counsel@outside.test');
  const spa = (
    await member.post('/transactions/item', { transaction: alder, name: 'SPA', for_signing: true })
  ).body;
  for (const [name, status] of [
    ['Jane', 'executed'],
    ['Omar', 'assigned'],
  ] as const) {
    const { body: signatory } = await member.post('/signatory', { transaction: alder, full_name: name });
    const asked = { item: spa.uuid, signatory: signatory.uuid };
    const { body } = await member.post('/assignments/assignment', asked);
    await server.services.db
      .updateTable('assignments')
      .set({ status })
      .where('uuid', '=', body.uuid)
      .execute();
  }
  await member.post(`/transactions/transaction/${alder}/participant_settings`, { archived: true });
  const answer = await admin.get(`/authentication/organization/${firm}/transaction_report?download=excel`);
  expect(await cellsOf(answer)).toEqual([
    HEADS,
    [
      'Project “Älder” & <Söhne>, 中文 😀',
      'Alder Holdings',
      '007',
      '1-2',
      '2020-01-15 10:20:30',
      '2020-03-31',
      'Mo Member',
      'Mo Member, Otto Outside',
      '1',
      '1',
      '0',
      '1',
      '2',
      'Past closing',
      'By 1 of 2',
    ],
    [
      'Birch',
      '',
      '',
      '',
      '2020-02-01 00:00:00',
      '2999-01-01',
      'Mo Member',
      'Mo Member',
      '0',
      '0',
      '0',
      '0',
      '0',
      'Open',
      'No',
    ],
  ]);
});

test('a name never becomes a formula or breaks the file', async () => {
  const names = [
    '=1+1',
    '=HYPERLINK("http://evil.test","Click")',
    '+1',
    '-1',
    '@SUM(A1)',
    "'=1+1",
    '\t=1+1 tab',
    '1/2',
    '2020-01-01',
    '_x0041_ x',
    ']]> & "quoted"',
  ];
  const typed = names.map((name) => name.trim());
  await withDeals(
    ...typed.map((name, day) => ({
      facts: { name, client_name: name },
      created: `2020-01-${String(day + 1).padStart(2, '0')}T00:00:00.000Z`,
    })),
  );
  const [, ...rows] = await cellsOf(await report());
  expect(rows.map(([name]) => name)).toEqual(typed);
  expect(rows.map(([, client]) => client)).toEqual(typed);
});

test('a period includes its last day, and timestamps to the millisecond', async () => {
  await withDeals(
    { facts: { name: 'Before' }, created: '2020-01-31T23:59:59.999Z' },
    { facts: { name: 'First' }, created: '2020-02-01T00:00:00.000Z' },
    { facts: { name: 'Last' }, created: '2020-02-29T23:59:59.999Z' },
    { facts: { name: 'After' }, created: '2020-03-01T00:00:00.000Z' },
  );
  const namesIn = async (query: string) =>
    (await cellsOf(await report(query))).slice(1).map(([name]) => name);
  expect(await namesIn('&created_after=2020-02-01&created_before=2020-02-29')).toEqual(['First', 'Last']);
  expect(await namesIn('&created_before=2020-02-01T00:00:00.000Z')).toEqual(['Before']);
  for (const query of ['&created_after=yesterday', '&created_before=2020-02-30']) {
    expect((await report(query)).status).toBe(422);
  }
  expect((await admin.get(`/reporting/${firm}/transactions?download=pdf`)).status).toBe(422);
});

test('with strict data access, a report contains what its reader may see of a deal, and each export is in the access log', async () => {
  await withDeals(
    { facts: { name: 'Alder', client_name: 'Alder Holdings' }, created: '2020-01-01T00:00:00.000Z' },
    { facts: { name: 'Birch' }, created: '2020-01-02T00:00:00.000Z' },
  );
  const [birch] = await server.services.db
    .selectFrom('transactions')
    .select('uuid')
    .where('name', '=', 'Birch')
    .where('deleted_at', 'is', null)
    .execute();
  await addParticipant(server, birch?.uuid ?? '', 'admin@firm.test');
  await admin.patch(`/authentication/organization/${firm}`, { strict_data_access: true });
  const [, ...rows] = await cellsOf(await report());
  expect(rows.map((row) => row.filter(Boolean))).toEqual([
    ['Alder', 'Alder Holdings', '2020-01-01 00:00:00'],
    [
      'Birch',
      '2020-01-02 00:00:00',
      'Mo Member',
      'Mo Member, Ada Admin',
      '0',
      '0',
      '0',
      '0',
      '0',
      'Open',
      'No',
    ],
  ]);
  await member.post(`/transactions/transaction/${birch?.uuid}/viewed`, {
    viewed_at: new Date().toISOString(),
  });
  await admin.patch(`/authentication/organization/${firm}`, { strict_data_access: false });
  const log = await cellsOf(await admin.post('/authentication/organization/reports/strict_access_audit_log'));
  expect(log[0]).toEqual([
    'When (UTC)',
    'Who',
    'Email address',
    'As',
    'What',
    'Transaction',
    'Client',
    'Matter',
  ]);
  expect(log.slice(1).map(([, ...cells]) => cells.filter(Boolean).join(' | '))).toEqual([
    'Ada Admin | admin@firm.test | admin | Turned on strict data access',
    'Ada Admin | admin@firm.test | admin | Exported it in a report | Alder | Alder Holdings',
    'Ada Admin | admin@firm.test | participant | Exported it in a report | Birch',
    'Mo Member | member@firm.test | participant | Opened it (once an hour) | Birch',
    'Ada Admin | admin@firm.test | admin | Turned off strict data access',
  ]);
  expect(log[1]?.[0]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  const asked = await member.post('/authentication/organization/reports/strict_access_audit_log');
  expect(asked.status).toBe(403);
});

test('a report of more than 5,000 transactions is made by a job, announced, and kept for a week for its user', async () => {
  const [first = ''] = await withDeals({ facts: { name: 'First' }, created: '2020-01-01T00:00:00.000Z' });
  const { db } = server.services;
  await sql`
    insert into transactions (uuid, organization, name, description, client_name, client_number, matter_number, kind,
      is_sample, created_at, created_by, version, modified_at)
    select gen_random_uuid(), organization, 'Deal ' || n, '', '', '', '', kind, false,
      created_at + (n || ' minutes')::interval, created_by, 1, created_at
    from transactions, generate_series(1, 5000) as n where uuid = ${first}
  `.execute(db);
  const asked = await report();
  expect(asked.status, asked.text).toBe(202);
  expect(asked.body).toMatchObject({
    kind: 'transactions',
    status: 'processing',
    rows_total: 5001,
    download_url: null,
  });
  const path = `/reporting/report/${asked.body.id}`;
  await until('the report is made', async () => (await admin.get(path)).body.status !== 'processing');
  const ready = (await admin.get(path)).body;
  expect(ready).toMatchObject({ status: 'ready', rows_done: 5001, rows_total: 5001 });
  expect((await admin.get('/reporting/report')).body).toEqual([ready]);
  expect((await member.get('/reporting/report')).body).toEqual([]);
  const notifications = (await admin.get('/notifications/')).body;
  expect(notifications).toMatchObject([
    { notification_type: 'download_ready', level: 'success', download_urls: [ready.download_url] },
  ]);

  const file = ready.download_url.replace('/api', '');
  const led = await admin.get(file);
  expect(led.status).toBe(302);
  const rows = await readSheet(await (await fetch(led.headers.get('location') ?? '')).bytes());
  expect(rows).toHaveLength(5002);
  expect(rows.at(1)?.[0]).toBe('First');
  expect(rows.at(-1)?.[0]).toBe('Deal 5000');
  expect(new Set(rows.map(([name]) => name)).size).toBe(5002);

  await expectFreshLinks(file);
  expect((await member.get(file)).status).toBe(404);
  await shareWithAnotherAdmin(notifications[0].uuid, file);
  const later = new Date(Date.parse(ready.created_at) + 8 * 86_400_000);
  await db.updateTable('reports').set({ expires_at: new Date() }).execute();
  expect((await admin.get(file)).status).toBe(404);
  await sweepReports({ ...server.services, now: () => later });
  const left: string[] = [];
  for await (const { key } of server.services.objects.list('reports/')) left.push(key);
  expect(left).toEqual([]);
});

test('reports exist only if turned on, but the access log of transactions is always available', async () => {
  const whole = `/authentication/organization/${firm}/transaction_report?download=excel`;
  await switchReports(false);
  for (const path of [whole, `/reporting/${firm}/transactions?download=excel`]) {
    const answer = await admin.get(path);
    expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed']);
    expect(answer.body.error_message).toMatch(/^Reports are turned off/);
    expect((await (await server.signIn('counsel@outside.test')).get(path)).status).toBe(404);
  }
  const log = await admin.post('/authentication/organization/reports/strict_access_audit_log');
  expect(log.status).toBe(302);
  await switchReports(true);
  expect([202, 302]).toContain((await admin.get(whole)).status);
});

test('a failed report is announced as failed to its user', async () => {
  const { db, jobs } = server.services;
  const user_uuid = (await member.get('/authentication/user/me')).body.uuid;
  const uuid = v7();
  await db.transaction().execute(async (tx) => {
    const asked = {
      status: 'processing',
      rows_total: 5001,
      file_name: 'Deals.xlsx',
      created_at: new Date(),
    } as const;
    await tx
      .insertInto('reports')
      .values({ ...asked, uuid, organization: firm, user_uuid, asked: JSON.stringify({}) })
      .execute();
    // The user is no longer an admin by the time the report is made.
    await jobs.enqueue(tx, buildReportKind, { report: uuid });
  });
  const notifications = async () => (await member.get('/notifications/')).body;
  await until('a notification arrives', async () => (await notifications()).length > 0);
  expect(await notifications()).toMatchObject([
    {
      notification_type: 'document_failed',
      level: 'error',
      title: '“Deals.xlsx” couldn’t be created. Request it again.',
    },
  ]);
});

test('an admin of another organization gets no report of this one', async () => {
  const outsider = await server.signIn('counsel@outside.test');
  expect((await outsider.get(`/reporting/${firm}/transactions?download=excel`)).status).toBe(404);
  expect((await outsider.get(`/reporting/${v7()}/transactions?download=excel`)).status).toBe(404);
});
