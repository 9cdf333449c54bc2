import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { administer } from '../../../server/admin/administer.ts';
import { printAudit } from '../../../server/store/audit/print-audit.ts';
import { verifyAudit } from '../../../server/store/audit/verify-audit.ts';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { recordAct } from '../../../server/store/audit/audit-log.ts';
import type { TestClient } from '../support/test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';
import { upload } from '../support/upload.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  admin = await server.signIn('admin@firm.test');
});
afterAll(() => server.stop());

/** Runs statements that only the owner of the tables can run. */
async function tamper(...statements: string[]): Promise<void> {
  await server.services.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

async function startOver(): Promise<void> {
  await tamper(
    'truncate audit_log',
    `update audit_head set seq = 0, hash = '', removed_through = 0, removed_hash = '', printed_through = null`,
  );
}

const acts = async () =>
  server.services.db
    .selectFrom('audit_log')
    .select(['seq', 'act', 'actor', 'organization', 'transaction', 'subject', 'address', 'detail'])
    .orderBy('seq')
    .execute();
const faults = async () => (await verifyAudit(server.services.db)).faults;
const me = async (client: TestClient) => (await client.get('/authentication/user/me')).body;

/** Records this many acts, one after another. */
async function record(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await recordAct(server.services.db, new Date(), { act: 'admin.command', actor: null, detail: { n } });
}

async function command(...line: string[]): Promise<{ answer: string; lines: string[] }> {
  const lines: string[] = [];
  const { db, now } = server.services;
  const askPassword = () => Promise.resolve('');
  const writeLine = async (text: string) => void lines.push(text);
  const answer = await administer({ db, now, askPassword, writeLine, secretFile: null }, ['audit', ...line]);
  return { answer, lines };
}

describe('the audit log records', () => {
  beforeEach(startOver);

  test('sign-ins, failed sign-ins with and without an account, and sign-outs, each with the address', async () => {
    const client = server.client();
    await client.post('/auth/login', { loginId: 'member@firm.test', password: 'wrong one' });
    await client.post('/auth/login', { loginId: 'my secret password', password: 'wrong one' });
    await client.post('/auth/login', { loginId: 'member@firm.test', password: PASSWORD });
    const { uuid: subject, organization } = await me(client);
    await client.delete('/auth/logout');
    const rows = await acts();
    const address = '127.0.0.1';
    const whose = { organization: organization.uuid ?? organization, subject };
    expect(rows).toMatchObject([
      { act: 'sign_in.failed', actor: null, ...whose, address },
      { act: 'sign_in.failed', actor: null, organization: null, subject: null, address },
      { act: 'sign_in.succeeded', actor: subject, ...whose, address },
      { act: 'session.ended', actor: subject, address, detail: { which: 'this' } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  test('a changed role, support access, and an invitation', async () => {
    const { uuid: actor, organization } = await me(admin);
    const firm = organization.uuid ?? organization;
    const member = await me(await server.signIn('member@firm.test'));
    await startOver();
    await admin.patch(`/authentication/user/${member.uuid}`, { role: 'admin' });
    await admin.patch(`/authentication/user/${member.uuid}`, { role: 'member' });
    const invited = { email: 'new@firm.test', first_name: 'New', last_name: 'Person', organization: firm };
    const { body } = await admin.post('/invitations/invitation', invited);
    await admin.delete(`/invitations/invitation/${body.uuid}`);
    const rows = await acts();
    expect(rows).toMatchObject([
      { act: 'account.role_changed', actor, subject: member.uuid, detail: { role: 'admin', was: 'member' } },
      { act: 'account.role_changed', actor, subject: member.uuid, detail: { role: 'member', was: 'admin' } },
      { act: 'invitation.sent', actor, subject: body.uuid },
      { act: 'invitation.revoked', actor, subject: body.uuid },
    ]);
    expect(JSON.stringify(rows), 'no names').not.toContain('New');
  });

  test('participants, downloads, deletions and restores of a deal, only by their ids', async () => {
    const { uuid: actor } = await me(admin);
    const colleague = await me(await server.signIn('colleague@firm.test'));
    const deal = (await admin.post('/transactions/transaction', { name: 'Project Quince' })).body.uuid;
    await startOver();
    const joined = await admin.post('/transactions/participant', {
      transaction_uuid: deal,
      user_uuid: colleague.uuid,
    });
    await admin.delete(`/transactions/participant/${joined.body.uuid}`);
    const { body: document } = await upload(admin, deal, await samplePdf({ pages: 1 }), {
      name: 'Quince agreement',
    });
    const fetched = await admin.get(document.file_url.replace(/^\/api/, ''));
    expect(fetched.status).toBe(302);
    await admin.get(`${document.file_url.replace(/^\/api/, '')}?automatic`);
    await admin.delete(`/transactions/document/${document.uuid}`);
    await admin.post(`/transactions/transaction/${deal}/restore`, { kind: 'document', uuid: document.uuid });
    await admin.delete(`/transactions/transaction/${deal}`);
    const rows = await acts();
    const about = { actor, transaction: deal };
    expect(rows).toMatchObject([
      { act: 'participant.added', ...about, subject: colleague.uuid },
      { act: 'participant.removed', ...about, subject: colleague.uuid },
      { act: 'file.downloaded', ...about, subject: document.uuid, address: '127.0.0.1', detail: {} },
      { act: 'file.downloaded', ...about, subject: document.uuid, detail: { automatic: true } },
      { act: 'rows.deleted', ...about, detail: { documents: [document.uuid] } },
      { act: 'rows.restored', ...about, subject: document.uuid },
      { act: 'transaction.deleted', ...about },
    ]);
    expect(JSON.stringify(rows), 'no names').not.toContain('Quince');
  });

  test('nothing about an action that was rolled back', async () => {
    const { db } = server.services;
    const act = { act: 'admin.command', actor: null } as const;
    await expect(
      db.transaction().execute(async (tx) => {
        await recordAct(tx, new Date(), act);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await recordAct(db, new Date(), act);
    expect(await acts()).toMatchObject([{ seq: 1 }]);
    expect(await faults()).toEqual([]);
  });
});

describe('the chain', () => {
  beforeEach(startOver);

  test('has no gap and no fork if many transactions record at the same time', async () => {
    const { db } = server.services;
    const odd = { note: 'quote " backslash \\ tab \t é 😀 \u2028', list: ['a', 'b'] };
    await Promise.all(
      Array.from({ length: 40 }, async () =>
        db.transaction().execute(async (tx) => {
          const act = { act: 'admin.command', actor: v7(), detail: odd } as const;
          await recordAct(tx, new Date(), act, act);
        }),
      ),
    );
    expect((await acts()).map(({ seq }) => seq)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
    expect(await faults()).toEqual([]);
  });

  test('cannot be changed, shortened or emptied by a plain statement', async () => {
    await record(2);
    const { db } = server.services;
    const refused = 'The audit log is append-only.';
    await expect(sql`update audit_log set address = '::1'`.execute(db)).rejects.toThrow(refused);
    await expect(sql`delete from audit_log where seq = 1`.execute(db)).rejects.toThrow(refused);
    await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow(refused);
    expect(await acts()).toHaveLength(2);
  });

  test.each([
    ['altered', [`update audit_log set detail = '{"n":9}' where seq = 3`], ['Row 3 (admin.command, ']],
    ['dropped', [`delete from audit_log where seq = 3`], ['Row 3 is missing.']],
    ['dropped at the end', [`delete from audit_log where seq > 4`], ['Rows 5 to 6 are missing.']],
    ['dropped at the beginning', [`delete from audit_log where seq = 1`], ['Row 1 is missing.']],
    [
      'swapped',
      [
        `update audit_log set seq = -3 where seq = 3`,
        `update audit_log set seq = 3 where seq = 4`,
        `update audit_log set seq = 4 where seq = -3`,
      ],
      ['Row 3 (admin.command, ', 'Row 4 (admin.command, '],
    ],
    [
      'inserted without a hash',
      [
        `insert into audit_log (uuid, at, act, detail)
          values ('018f0000-0000-7000-8000-000000000000', now(), 'sign_in.failed', '{}')`,
      ],
      ['Row 018f0000-0000-7000-8000-000000000000 was inserted without a hash.'],
    ],
  ])('names the row that was %s, and no other', async (_how, statements, named) => {
    await record(6);
    expect(await faults()).toEqual([]);
    await tamper(...statements);
    const found = await faults();
    expect(found).toHaveLength(named.length);
    for (const [n, words] of named.entries()) expect(found[n]).toContain(words);
  });

  test('names a row that was replaced together with its hash', async () => {
    await record(4);
    // The forged row's own hash is correct for its content and the previous row.
    await tamper(
      `with other as (
        select seq, previous, uuid, at, act, actor, organization, transaction, subject, address, '{"n":77}'::json as detail
        from audit_log where seq = 2
      )
      update audit_log set detail = other.detail, hash = encode(sha256(convert_to(json_build_array(
        other.seq, other.previous, other.uuid, (extract(epoch from other.at) * 1000)::bigint, other.act, other.actor,
        other.organization, other.transaction, other.subject, other.address, other.detail::text
      )::text, 'UTF8')), 'hex') from other where audit_log.seq = other.seq`,
    );
    expect(await faults()).toEqual([expect.stringContaining('Row 3 (admin.command, ')]);
  });
});

describe('npm run admin -- audit', () => {
  beforeEach(startOver);

  test('exports every row as a line of JSON, and the export itself is recorded', async () => {
    await record(3);
    const { lines, answer } = await command();
    expect(answer).toBe('');
    const rows = lines.map((line): unknown => JSON.parse(line));
    expect(rows).toMatchObject([
      {
        seq: 1,
        act: 'admin.command',
        detail: { n: 0 },
        previous: '',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      { seq: 2 },
      { seq: 3 },
      { seq: 4, detail: { command: 'audit', options: [] } },
    ]);
  });

  test('--since leaves out older rows', async () => {
    const { db } = server.services;
    const act = { act: 'admin.command', actor: null } as const;
    await recordAct(db, new Date('2026-01-30T12:00:00Z'), act);
    await recordAct(db, new Date('2026-02-01T12:00:00Z'), act);
    const { lines } = await command('--since', '2026-01-31');
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual([2, 3]);
    await expect(command('--since', 'lately')).rejects.toThrow('--since needs a date');
  });

  test('--verify prints the end of the chain, and fails if it is broken', async () => {
    await record(2);
    expect((await command('--verify')).answer).toMatch(
      /^The audit log is intact: 3 rows\. It ends with row 3, hash [0-9a-f]{64}\.$/,
    );
    await tamper(`update audit_log set act = 'sign_in.failed' where seq = 2`);
    await expect(command('--verify')).rejects.toThrow('Row 2 (sign_in.failed, ');
  });

  test('--remove-before removes old rows, and the rest can still be verified', async () => {
    const { db } = server.services;
    const act = { act: 'admin.command', actor: null } as const;
    await recordAct(db, new Date('2020-01-01T12:00:00Z'), act);
    await recordAct(db, new Date('2020-01-02T12:00:00Z'), act);
    await record(1);
    const young = new Date(Date.now() - 30 * 86_400_000).toISOString();
    await expect(command('--remove-before', young)).rejects.toThrow('last 365 days');
    expect((await command('--remove-before', '2021-01-01')).answer).toBe(
      '2 rows were removed from the audit log.',
    );
    expect(await faults()).toEqual([]);
    expect((await acts()).map(({ seq, act }) => [seq, act])).toEqual([
      [3, 'admin.command'],
      [4, 'admin.command'],
      [5, 'admin.command'],
      [6, 'audit.removed'],
    ]);
    await tamper('delete from audit_log where seq = 3');
    expect(await faults()).toEqual(['Row 3 is missing.']);
  });
});

describe('AUDIT_LOG=stdout', () => {
  beforeEach(startOver);

  test('prints new rows, each once, regardless of which process recorded it', async () => {
    const { db } = server.services;
    await record(2);
    const printed: string[] = [];
    const seqs = () =>
      printed.map((line): number => JSON.parse(line).seq).toSorted((one, other) => one - other);
    // The first run sets the starting point. Then two processes print.
    await printAudit(db, (line) => void printed.push(line))();
    expect(seqs()).toEqual([]);
    const stops = [1, 2].map(() => printAudit(db, (line) => void printed.push(line)));
    await record(5);
    for (const stop of stops) await stop();
    expect(seqs()).toEqual([3, 4, 5, 6, 7]);
    await record(1);
    await printAudit(db, (line) => void printed.push(line))();
    expect(seqs()).toEqual([3, 4, 5, 6, 7, 8]);
    expect(await faults()).toEqual([]);
  });
});
