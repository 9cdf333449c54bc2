import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ScriptedServer, type Answering } from '../../../tests/support/scripted-server.ts';
import { newOrganization } from '../../../tests/support/organization.ts';
import type { Organization } from '../../contract/entities/account/organization.ts';
import { binderFormatStructureSchema } from '../../contract/entities/transactions/binder-format.ts';
import type { User } from '../../contract/entities/account/user.ts';
import { camelize } from '../../db/codec.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { currentUser } from '../../db/queries/account/current-user.ts';
import { firmMembers } from '../../db/queries/transactions/members.ts';
import type { UserRow } from '../../db/rows.ts';
import { switchesSchema, type Switches } from '../../contract/entities/account/feature-status.ts';
import { SWITCHES } from '../../contract/rules/account/features.ts';
import { isSwitchedOn } from '../../db/queries/account/features.ts';
import { newUuid } from '../../db/uuid.ts';
import { LeadershipLostError } from '../engine/leader.ts';
import { pullMembers } from './pull-members.ts';
import { createTransport } from '../transport/transport.ts';
import { wipeMirror } from '../engine/wipe-mirror.ts';

const firm = newUuid();
let server: ScriptedServer;
let db: MirrorDatabase;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.seen.length = 0;
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  const user: Partial<UserRow> & { uuid: string } = { uuid: db.userId, organization: firm };
  await db.table('users').put({ ...camelize(me), ...user });
  return async () => db.delete();
});

/** The user's own row, as on the server. */
const me: User = {
  uuid: '',
  email: 'ada@firm.test',
  first_name: 'Ada',
  last_name: 'Admin',
  full_name: 'Ada Admin',
  created_at: '2026-01-01T00:00:00.000Z',
  organization: firm,
  organization_name: 'Whitfield & Crane LLP',
  role: 'admin',
  experience: 'expert',
  fusion_url: null,
  net_docs_config: null,
  imanage_configs: [],
  binder_format_structure: binderFormatStructureSchema.parse({}),
  beacon_signature: null,
  hide_support: false,
  version: 2,
  modified_at: '2026-01-02T00:00:00.000Z',
  modified_by: null,
};

function member(full_name: string): Organization['members'][number] {
  return { uuid: newUuid(), email: 'a@firm.test', full_name, is_org_admin: false };
}

/** Only reports are on for everyone. */
const features: Switches = switchesSchema.parse({
  switches: Object.fromEntries(
    SWITCHES.map((name) => [name, { is_active: name === 'SELF_SERVE_ADMIN_REPORT' }]),
  ),
});

/** The organization has these people; a request with the current tag gets a 304. */
function serve(...members: Organization['members']): void {
  const body = newOrganization({ uuid: firm, name: 'Whitfield & Crane LLP', members });
  const etag = `"${members.map(({ full_name }) => full_name.length).join('-')}"`;
  server.script = ({ url, headers }): Answering => {
    if (url === '/api/authentication/user/me') return { status: 200, body: { ...me, uuid: db.userId } };
    if (url === '/api/feature-status') return { status: 200, body: features };
    expect(url).toBe(`/api/authentication/organization/${firm}`);
    return headers['if-none-match'] === etag ? { status: 304 } : { status: 200, body, headers: { etag } };
  };
}

async function pull() {
  const { userId } = db;
  const transport = createTransport({ origin: server.origin, userId, signal: new AbortController().signal });
  return pullMembers({ db, epoch: 1 }, transport);
}

const names = async () => (await firmMembers(db))?.map(({ fullName }) => fullName) ?? null;

it('[PULL15] the members of the organization are those of the last list, by name; former members are removed', async () => {
  const [zoe, ben] = [member('Zoe'), member('Benjamin')];
  expect(await names()).toBeNull();
  serve(zoe, ben);
  expect(await pull()).toEqual({ outcome: 'applied' });
  expect(await names()).toEqual(['Benjamin', 'Zoe']);
  expect(await pull(), 'unchanged').toEqual({ outcome: 'applied' });
  serve(ben);
  await pull();
  expect(await names()).toEqual(['Benjamin']);
});

it('[PULL15] known members stay if the list does not arrive', async () => {
  serve(member('Zoe'));
  await pull();
  server.script = () => 'hang up';
  expect(await pull()).toMatchObject({ outcome: 'held' });
  expect(await names()).toEqual(['Zoe']);
});

it('[AUTH11] a user whose own row was deleted by a sign-out while they signed in again gets it again, with their organization', async () => {
  await db.users.clear();
  serve(member('Zoe'));
  expect(await pull()).toEqual({ outcome: 'applied' });
  expect(await db.users.get(db.userId)).toMatchObject({ organization: firm });
  expect(await names()).toEqual(['Zoe']);
});

it('[PULL15] changes of the user’s own row and organization, such as their role, are fetched', async () => {
  serve(member('Zoe'));
  await pull();
  const current = await currentUser(db);
  expect(current).toMatchObject({ loadStatus: 'ORG', user: { role: 'admin' }, canSendPackets: true });
  expect(current?.organization?.name).toBe('Whitfield & Crane LLP');
});

it('a user is loaded first, then their organization', async () => {
  expect(await currentUser(db)).toMatchObject({
    loadStatus: 'USER',
    organization: null,
    shouldHideSupport: true,
  });
});

it('[PULL15] the enabled features are fetched too, and stay while the server is unreachable', async () => {
  expect(await isSwitchedOn(db, 'SELF_SERVE_ADMIN_REPORT')).toBe(false);
  serve(member('Zoe'));
  await pull();
  expect(await isSwitchedOn(db, 'SELF_SERVE_ADMIN_REPORT')).toBe(true);
  expect(await isSwitchedOn(db, 'FUNDS_FLOW_DEMO')).toBe(false);
  server.script = () => 'hang up';
  await pull();
  expect(await isSwitchedOn(db, 'SELF_SERVE_ADMIN_REPORT')).toBe(true);
});

it('[PULL15] a user who joins another organization gets its members, and nothing that was for admins of the last one', async () => {
  serve(member('Zoe'));
  await pull();
  await db.answers.put({ key: 'organizationInvitations', body: [], askedAt: me.created_at });
  const next = newUuid();
  const joined = { ...me, uuid: db.userId, organization: next, role: 'member', version: 3 };
  const firmThere = newOrganization({ uuid: next, name: 'Osborne Keller LLP', members: [member('Otto')] });
  server.script = ({ url }) => {
    if (url === '/api/authentication/user/me') return { status: 200, body: joined };
    if (url === '/api/feature-status') return 'hang up';
    expect(url).toBe(`/api/authentication/organization/${next}`);
    return { status: 200, body: firmThere };
  };
  expect(await pull()).toEqual({ outcome: 'applied' });
  expect(await names()).toEqual(['Otto']);
  expect((await currentUser(db))?.organization?.name).toBe('Osborne Keller LLP');
  expect(await db.answers.get('organizationInvitations')).toBeUndefined();
});

it('emails that an earlier version kept on the device are deleted', async () => {
  serve(member('Zoe'));
  await db
    .table('answers')
    .put({ key: 'outbox', body: [{ text: 'https://…?token=x' }], askedAt: me.created_at });
  await pull();
  expect(JSON.stringify(await db.answers.toArray())).not.toContain('token');
});

it('[AUTH11] an answer that arrives after another tab took the lead, as after a sign-out, is discarded', async () => {
  serve(member('Zoe'));
  const { script } = server;
  server.script = async (seen) => {
    if (seen.url?.includes('feature')) await wipeMirror(db);
    return script(seen);
  };
  await expect(pull()).rejects.toThrow(LeadershipLostError);
  expect(await db.answers.count()).toBe(0);
});
