import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { administer } from '../../../server/admin/administer.ts';
import { backup, restore } from '../../../server/admin/backup.ts';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { makeKysely } from '../../../server/postgres/kysely.ts';
import { openTestDatabase } from '../../../server/postgres/test-database.ts';
import { openFolderStore } from '../../../server/storage/folder/folder-store.ts';
import { setFeature } from '../../../server/store/account/features.ts';
import { AUDIT_ACTS, type AuditAct } from '../../../server/store/audit/audit-tables.ts';
import type { Tables } from '../../../server/store/tables.ts';
import type { TestClient } from '../support/test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';
import { converted, upload } from '../support/upload.ts';

const NEW = 'seven slow green boats';

let server: TestServer;
let admin: TestClient;
let member: TestClient;
let colleague: TestClient;
let firm: string;
let deal: string;
/** The acts that the steps below have recorded. */
const recorded = new Set<AuditAct>();

beforeAll(async () => {
  server = await startTestServer({ reportRowsAtOnce: 0 });
});
afterAll(() => server.stop());

const uuidOf = async (client: TestClient): Promise<string> =>
  (await client.get('/authentication/user/me')).body.uuid;
const actsIn = async (db: Kysely<Tables>) =>
  (await db.selectFrom('audit_log').select(['act', 'seq']).orderBy('seq').execute()).map(({ act }) => act);

/** Returns the latest `count` rows of an act, oldest first. */
const lastOf = async (act: AuditAct, count = 1) =>
  (
    await server.services.db
      .selectFrom('audit_log')
      .select(['organization', 'transaction', 'detail'])
      .where('act', '=', act)
      .orderBy('seq', 'desc')
      .limit(count)
      .execute()
  ).toReversed();

let seen = 0;

/** Does something, and checks that exactly these acts were recorded since the last call, in any order. */
async function expectActs(acts: readonly AuditAct[], doing: () => Promise<unknown>): Promise<void> {
  await doing();
  const wanted = [...acts].toSorted();
  const since = async () => [...new Set((await actsIn(server.services.db)).slice(seen))].toSorted();
  await expect.poll(since).toEqual(wanted);
  seen = (await actsIn(server.services.db)).length;
  for (const act of acts) recorded.add(act);
}

async function command(...line: string[]): Promise<void> {
  const { db, now } = server.services;
  const writeLine = () => Promise.resolve();
  await administer({ db, now, askPassword: async () => NEW, writeLine, secretFile: null }, line);
}

async function succeeds(asked: ReturnType<TestClient['get']>) {
  const answer = await asked;
  expect(answer.status, answer.text).toBeLessThan(400);
  return answer;
}

/** Returns the token in an email to this address that matches the pattern. */
async function linkIn(email: string, pattern: RegExp): Promise<string> {
  const secret = async () => {
    const mails = await server.services.db
      .selectFrom('mails')
      .select('text')
      .where('to_address', '=', email)
      .execute();
    return mails.map(({ text }) => pattern.exec(text ?? '')?.[1]).find((each) => each !== undefined);
  };
  await expect.poll(secret).toBeDefined();
  return (await secret()) ?? '';
}

async function signIn(): Promise<void> {
  await expectActs(['sign_in.succeeded'], async () => {
    admin = await server.signIn('admin@firm.test');
    member = await server.signIn('member@firm.test');
    colleague = await server.signIn('colleague@firm.test');
    firm = (await admin.get('/authentication/user/me')).body.organization;
  });
  await expectActs(['sign_in.failed'], async () =>
    server.client().post('/auth/login', { loginId: 'member@firm.test', password: 'wrong' }),
  );
  await expectActs(['sign_in.succeeded', 'session.ended'], async () => {
    const client = await server.signIn('counsel@outside.test');
    await succeeds(client.delete('/auth/logout'));
  });
  await expectActs(['sign_in.succeeded', 'session.token_reused'], async () => {
    const client = await server.signIn('counsel@outside.test');
    const cookie = `session=${client.cookies.get('session')}`;
    await succeeds(client.post('/auth/refresh'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      const { status } = await server.client().get('/authentication/user/me', { headers: { cookie } });
      expect(status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });
}

async function changePasswords(): Promise<void> {
  const loginId = 'counsel@outside.test';
  await expectActs(['password.reset_requested'], async () =>
    succeeds(server.client().post('/auth/password/reset', { loginId, applicationId: 'x', tenantId: 'x' })),
  );
  await expectActs(['password.reset'], async () => {
    const passwordId = await linkIn(loginId, /passwordId=([\w-]+)\n/);
    await succeeds(server.client().post('/auth/password', { password: NEW, passwordId, tenantId: 'x' }));
  });
  await expectActs(['sign_in.succeeded', 'password.changed'], async () => {
    const client = server.client();
    await succeeds(client.post('/auth/login', { loginId, password: NEW }));
    const change = { loginId, currentPassword: NEW, newPassword: PASSWORD };
    await succeeds(client.patch('/auth/password', change));
  });
  await expectActs(['admin.command', 'password.reset'], async () => command('password', 'member@firm.test'));
  await expectActs(['sign_in.succeeded'], async () => {
    member = server.client();
    await succeeds(member.post('/auth/login', { loginId: 'member@firm.test', password: NEW }));
  });
}

async function changeAccounts(): Promise<void> {
  const user = await uuidOf(colleague);
  const person = `/authentication/user/${user}`;
  await expectActs(['account.role_changed'], async () => succeeds(admin.patch(person, { role: 'admin' })));
  const strict = async (by: TestClient, strict_data_access: boolean) =>
    succeeds(by.patch(`/authentication/organization/${firm}`, { strict_data_access }));
  await expectActs(['strict_access.on'], async () => strict(admin, true));
  await expectActs(['strict_access.off_requested'], async () => strict(admin, false));
  await expectActs(['strict_access.off_withdrawn'], async () => strict(admin, true));
  await expectActs(['strict_access.off_requested', 'strict_access.off'], async () => {
    await strict(admin, false);
    await strict(colleague, false);
  });
  const support = async (support_access_enabled: boolean) =>
    succeeds(
      admin.post(`/authentication/organization/${firm}/set_support_access`, { support_access_enabled }),
    );
  await expectActs(['support_access.on'], async () => support(true));
  await expectActs(['support_access.off'], async () => support(false));
  await expectActs(['account.disabled'], async () => succeeds(admin.patch(person, { disabled: true })));
  await expectActs(['account.enabled'], async () => succeeds(admin.patch(person, { disabled: false })));
  await expectActs(['organization.member_removed', 'organization.created'], async () =>
    succeeds(admin.post(`/authentication/organization/${firm}/remove_member`, { user })),
  );
  await expectActs(['sign_in.succeeded'], async () => {
    colleague = await server.signIn('colleague@firm.test');
  });
  await expectActs(['admin.command', 'feature.switched'], async () =>
    command('feature', 'SELF_SERVE_ADMIN_REPORT', 'on'),
  );
  await expectActs(['admin.command', 'capability.switched'], async () =>
    command('capability', 'has_closing_tool', 'on', '--organization', 'Whitfield & Crane LLP'),
  );
  expect(await lastOf('capability.switched')).toEqual([
    { organization: firm, transaction: null, detail: { name: 'has_closing_tool', is_active: true } },
  ]);
}

async function changeParticipants(): Promise<void> {
  await expectActs(['participant.added'], async () => {
    deal = (await succeeds(member.post('/transactions/transaction', { name: 'Project Alder' }))).body.uuid;
  });
  await expectActs(['transaction.setting_changed'], async () => {
    const settings = { guests_may_invite: true, requires_acceptance: false, release_confirmations: 1 };
    await succeeds(member.patch(`/transactions/transaction/${deal}`, settings));
  });
  expect((await lastOf('transaction.setting_changed', 3)).map(({ detail }) => detail)).toEqual([
    { setting: 'guests_may_invite', value: true, was: false },
    { setting: 'requires_acceptance', value: false, was: true },
    { setting: 'release_confirmations', value: 1, was: 2 },
  ]);
  const email = 'guest@firm.test';
  const guest = { email, first_name: 'Gil', last_name: 'Guest' };
  /** Invites somebody to the firm, and returns the token of the link. */
  const invited = async (who: typeof guest): Promise<string> => {
    await succeeds(admin.post('/invitations/invitation', { ...who, organization: firm }));
    return linkIn(who.email, /invitation=[\w-]+&token=([\w-]+)\n/);
  };
  await expectActs(
    ['invitation.sent', 'account.created', 'invitation.accepted', 'sign_in.succeeded'],
    async () => {
      const token = await invited(guest);
      const registration = { ...guest, password: NEW, token };
      await succeeds(server.client().post('/invitations/invitation/register', registration));
    },
  );
  // The removed member returns, with the same account.
  await expectActs(['invitation.sent', 'invitation.accepted', 'organization.joined'], async () => {
    const who = { email: 'colleague@firm.test', first_name: 'Cleo', last_name: 'Colleague' };
    const token = await invited(who);
    await succeeds(colleague.post('/invitations/invitation/accept', { token }));
  });
  await expectActs(['invitation.sent', 'invitation.revoked'], async () => {
    const { body } = await succeeds(
      member.post('/invitations/invitation', { ...guest, email: 'other@else.test', transaction: deal }),
    );
    await succeeds(member.delete(`/invitations/invitation/${body.uuid}`));
  });
  let participant = '';
  await expectActs(['participant.added'], async () => {
    const added = { transaction_uuid: deal, user_uuid: await uuidOf(admin) };
    participant = (await succeeds(member.post('/transactions/participant', added))).body.uuid;
  });
  const one = `/transactions/participant/${participant}`;
  await expectActs(['participant.access_changed'], async () =>
    succeeds(member.patch(one, { access: 'view' })),
  );
  await expectActs(['participant.removed'], async () => succeeds(member.delete(one)));
}

async function downloadAndDelete(): Promise<void> {
  const { body } = await upload(member, deal, await samplePdf({ pages: 1 }), { name: 'NDA' });
  const document = await converted(member, body.uuid);
  await expectActs(['file.downloaded'], async () =>
    succeeds(member.get(document.file_url.replace('/api', ''))),
  );
  await expectActs(['rows.deleted'], async () =>
    succeeds(member.delete(`/transactions/document/${document.uuid}`)),
  );
  await expectActs(['rows.restored'], async () =>
    succeeds(
      member.post(`/transactions/transaction/${deal}/restore`, { kind: 'document', uuid: document.uuid }),
    ),
  );
  const set_at = new Date();
  await setFeature(server.services.db, {
    name: 'SELF_SERVE_ADMIN_REPORT',
    transaction: null,
    is_active: true,
    set_at,
  });
  let report = '';
  await expectActs(['report.exported'], async () => {
    const asked = await succeeds(admin.get(`/reporting/${firm}/transactions?download=excel`));
    report = `/reporting/report/${asked.body.id}`;
    await expect.poll(async () => (await admin.get(report)).body.status).toBe('ready');
  });
  await expectActs(['report.downloaded'], async () => {
    const { download_url } = (await admin.get(report)).body;
    await succeeds(admin.get(download_url.replace('/api', '')));
  });
}

async function purge(): Promise<void> {
  const { db } = server.services;
  const transactions = [deal];
  const at = '/authentication/organization/transactions';
  await expectActs(['purge.withdrawn'], async () => {
    // Approved without a job, which might otherwise finish before the withdrawal.
    await db
      .updateTable('transactions')
      .set({ purge_approved_at: new Date() })
      .where('uuid', '=', deal)
      .execute();
    await succeeds(admin.post(`${at}/withdraw_purge_approval`, { transactions }));
  });
  await expectActs(['purge.approved', 'purge.archived', 'purge.finished'], async () =>
    succeeds(admin.post(`${at}/purge_approval`, { transactions })),
  );
  await expectActs(['archive.downloaded'], async () => {
    const { archived_files_url } = (await member.get(`/transactions/transaction/${deal}`)).body;
    await succeeds(member.get(archived_files_url.replace('/api', '')));
  });
  await expectActs(['transaction.deleted'], async () =>
    succeeds(member.delete(`/transactions/transaction/${deal}`)),
  );
}

async function backUp(): Promise<void> {
  const { db, now, objects } = server.services;
  const home = await mkdtemp(join(tmpdir(), 'counterpart-acts-'));
  const target = await openTestDatabase();
  onTestFinished(async () => {
    await target.drop();
    await rm(home, { recursive: true, force: true });
  });
  const folder = join(home, 'backup');
  const address = { connectionString: server.settings.databaseUrl ?? '' };
  await expectActs(['backup.made'], async () => backup({ db, now, objects, address, say: () => {} }, folder));
  const store = await openFolderStore({
    folder: join(home, 'objects'),
    secretFile: join(home, 'store.secret'),
    publicUrl: 'http://127.0.0.1',
  });
  await restore(folder, async () => ({
    target: { address: target.address, objects: store, now, dataDir: home },
    close: () => Promise.resolve(),
  }));
  const restored = makeKysely<Tables>(target.address, { maxConnections: 1 });
  expect((await actsIn(restored)).at(-1)).toBe('backup.restored');
  recorded.add('backup.restored');
  await restored.destroy();
  // Two years later, when today's rows may be removed.
  const later = new Date(Date.now() + 730 * 86_400_000);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const admins = { db, now: () => later, askPassword: async () => NEW, secretFile: null };
  await administer(admins, ['audit', '--remove-before', tomorrow]);
  expect((await actsIn(db)).at(-1)).toBe('audit.removed');
  recorded.add('audit.removed');
}

test('every act is recorded when it is performed, and nothing else', { timeout: 120_000 }, async () => {
  await expectActs(['organization.created', 'account.created'], () => Promise.resolve());
  await signIn();
  await changePasswords();
  await changeAccounts();
  await changeParticipants();
  await downloadAndDelete();
  await purge();
  await backUp();
  // If this fails for a new act, add a step for it above.
  expect([...recorded].toSorted()).toEqual([...AUDIT_ACTS].toSorted());
});
