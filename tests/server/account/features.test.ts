import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AdminError } from '../../../server/admin/admin-error.ts';
import { administer } from '../../../server/admin/administer.ts';
import { readUploadSigner } from '../../../server/store/upload-secret.ts';
import { FLAGS, SWITCHES } from '../../../src/contract/rules/account/features.ts';
import type { TestClient } from '../support/test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let client: TestClient;
let deal: string;
let asked = 0;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signIn('member@firm.test');
  deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});
afterAll(() => server.stop());

async function admin(line: readonly string[], password = 'a new password'): Promise<string> {
  const { db, now } = server.services;
  const askPassword = async () => {
    asked += 1;
    return password;
  };
  return administer({ db, now, askPassword, secretFile: null }, line);
}

const switches = async () => (await client.get('/feature-status')).body.switches;
const flags = async (transaction = deal) =>
  (await client.get(`/feature-status?transaction=${transaction}`)).body.flags;

test('all features are listed, and all but one are off until somebody turns them on', async () => {
  const off = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, { is_active: false }]));
  expect(await switches()).toEqual({
    ...off(SWITCHES),
    BACKEND_SIGNING_GROUP_LOGIC: { is_active: true },
  });
  expect(await flags()).toEqual(off(FLAGS));
});

test('a feature can be turned on for everybody, or in one transaction, which then has its own setting', async () => {
  const other = (await client.post('/transactions/transaction', { name: 'Project Birch' })).body.uuid;
  expect(await admin(['feature', 'FUNDS_FLOW_DEMO', 'on'])).toBe('FUNDS_FLOW_DEMO is on for everybody.');
  expect((await switches()).FUNDS_FLOW_DEMO).toEqual({ is_active: true });
  await admin(['feature', 'FUNDS_FLOW_DEMO', 'off']);
  expect((await switches()).FUNDS_FLOW_DEMO).toEqual({ is_active: false });

  await admin(['feature', 'CANCEL_ESIGN', 'on', '--transaction', deal]);
  expect((await flags()).CANCEL_ESIGN.is_active).toBe(true);
  expect((await flags(other)).CANCEL_ESIGN.is_active).toBe(false);
  await admin(['feature', 'CANCEL_ESIGN', 'on']);
  await admin(['feature', 'CANCEL_ESIGN', 'off', '--transaction', deal]);
  expect((await flags()).CANCEL_ESIGN.is_active).toBe(false);
  expect((await flags(other)).CANCEL_ESIGN.is_active).toBe(true);
});

test('each deal lists its features, in the deal list too, and its own setting comes before the general one', async () => {
  const other = (await client.post('/transactions/transaction', { name: 'Project Cedar' })).body.uuid;
  await server.services.db.deleteFrom('features').execute();
  await admin(['feature', 'FUNDS_FLOW_DEMO', 'on']);
  for (const flag of FLAGS) await admin(['feature', flag, 'on', '--transaction', deal]);
  await admin(['feature', 'DOCUMENT_VARS', 'on']);
  await admin(['feature', 'DOCUMENT_VARS', 'off', '--transaction', deal]);
  const rows = (await client.get('/transactions/transaction')).body;
  const listed = (uuid: string) => rows.find((row: { uuid: string }) => row.uuid === uuid).flags;
  expect(listed(deal)).toEqual(FLAGS.filter((flag) => flag !== 'DOCUMENT_VARS'));
  expect(listed(other)).toEqual(['DOCUMENT_VARS']);
  expect((await client.get(`/transactions/transaction/${deal}`)).body.flags).toEqual(listed(deal));
  const shown = Object.entries(await flags()).filter(
    ([, state]) => (state as { is_active: boolean }).is_active,
  );
  expect(shown.map(([name]) => name).toSorted()).toEqual(listed(deal));
});

test('rotate-keys makes new keys, and revokes what was signed before when it is used again', async () => {
  const { db } = server.services;
  const policy = { key: 'incoming/a/b', maxBytes: 10, expires: Math.floor(Date.now() / 1000) + 600 };
  const token = (await readUploadSigner(db)).uploadToken(policy);
  const check = async () => (await readUploadSigner(db)).checkUploadToken(token, Date.now());
  const rotate = async (seconds: number) => {
    const now = () => new Date(Date.now() + seconds * 1000);
    return administer({ db, now, askPassword: async () => '', secretFile: null }, ['rotate-keys']);
  };
  expect(await rotate(1)).toMatch(/new signing keys\. Restart every process/);
  expect(await check()).toEqual(policy);
  await rotate(2);
  expect(await check()).toBe('forged');
});

test('a user without access to a transaction learns nothing about its features', async () => {
  const outsider = await server.signIn('counsel@outside.test');
  expect((await outsider.get(`/feature-status?transaction=${deal}`)).status).toBe(404);
  expect((await outsider.get(`/feature-status?transaction=${v7()}`)).status).toBe(404);
  expect((await server.client().get('/feature-status')).status).toBe(401);
});

test.for([
  [[], /^npm run admin/],
  [['features', 'x'], /no command “features”/],
  [['feature', 'CANCEL', 'on'], /no feature “CANCEL”/],
  [['feature', 'CANCEL_ESIGN', 'yes'], /Write “on” or “off”/],
  [['feature', 'FUNDS_FLOW_DEMO', 'on', '--transaction', v7()], /applies to everyone/],
  [['feature', 'CANCEL_ESIGN', 'on', '--transaction', v7()], /no transaction/],
  [['feature', 'CANCEL_ESIGN', 'on', '--transaction', 'the last one'], /no transaction/],
  [['feature', 'CANCEL_ESIGN', 'on', '--deal', 'x'], /--deal/],
  [['user', 'a@b.test', '--first-name', 'A'], /needs --first-name/],
  [
    ['user', 'nobody', '--first-name', 'A', '--last-name', 'B', '--organization', 'x'],
    /is not an email address/,
  ],
  [
    ['user', 'a@b.test', '--first-name', 'A', '--last-name', 'B', '--organization', 'Nowhere LLP'],
    /no organization “Nowhere LLP”/,
  ],
  [['password', 'nobody@nowhere.test'], /No account has the email address/],
] as const)('%j is rejected with an explanation, and no password is asked for', async ([line, sentence]) => {
  const before = asked;
  const refused = admin(line);
  await expect(refused).rejects.toThrow(AdminError);
  await expect(refused).rejects.toThrow(sentence);
  expect(asked).toBe(before);
});

test('an organization and its users are created once each, and can sign in', async () => {
  const made = await admin(['organization', 'Okafor & Lindqvist']);
  expect(made).toMatch(/^Created the organization “Okafor & Lindqvist”: [0-9a-f-]{36}\.$/);
  await expect(admin(['organization', 'Okafor & Lindqvist'])).rejects.toThrow(/already/);
  const line = ['user', 'ada@okafor.test', '--first-name', 'Ada', '--last-name', 'Okafor'];
  const whole = [...line, '--organization', 'Okafor & Lindqvist', '--admin'];
  await expect(admin(whole, 'too short')).rejects.toThrow('A password must have at least 10 characters.');
  expect(await admin(whole, PASSWORD)).toBe(
    'Ada Okafor (ada@okafor.test) is an admin of Okafor & Lindqvist.',
  );
  await expect(admin(whole)).rejects.toThrow('ada@okafor.test already has an account.');
  await expect(admin(['user', 'ADA@okafor.test', ...whole.slice(2)])).rejects.toThrow('already');
  const ada = await server.signIn('ada@okafor.test');
  expect((await ada.get('/authentication/user/me')).body).toMatchObject({
    full_name: 'Ada Okafor',
    organization_name: 'Okafor & Lindqvist',
    role: 'admin',
  });

  await admin(['password', 'ada@okafor.test'], 'quite another one');
  expect((await ada.get('/authentication/user/me')).status, 'all sessions are ended').toBe(401);
  const login = async (password: string) =>
    (await server.client().post('/auth/login', { loginId: 'ada@okafor.test', password })).status;
  expect(await login(PASSWORD)).toBe(401);
  expect(await login('quite another one')).toBe(200);
});

test('a capability is turned on for one organization, and its users see it', async () => {
  const organization = async () => {
    const { organization: uuid } = (await client.get('/authentication/user/me')).body;
    return (await client.get(`/authentication/organization/${uuid}`)).body;
  };
  expect((await organization()).has_funding_tool).toBe(false);
  const firm = ['--organization', 'Whitfield & Crane LLP'];
  expect(await admin(['capability', 'has_funding_tool', 'on', ...firm])).toBe(
    'has_funding_tool is on for Whitfield & Crane LLP.',
  );
  expect((await organization()).has_funding_tool).toBe(true);
  await admin(['capability', 'has_funding_tool', 'off', ...firm]);
  expect((await organization()).has_funding_tool).toBe(false);
  await expect(admin(['capability', 'free_lunch', 'on', ...firm])).rejects.toThrow(AdminError);
  await expect(admin(['capability', 'has_funding_tool', 'on'])).rejects.toThrow('--organization');
});
