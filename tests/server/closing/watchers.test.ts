import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDeal, type DealTeam } from '../signing/deal-team.ts';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let client: TestClient;
let counsel: TestClient;
let team: DealTeam;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signIn('member@firm.test');
  counsel = await server.signIn('counsel@outside.test');
  team = await openDeal(server, client);
  await addParticipant(server, team.deal, 'counsel@outside.test');
});
afterAll(async () => server.stop());

const watch = async (by: TestClient) => by.post(`/transactions/transaction/${team.deal}/watch`);

const userOf = async (by: TestClient): Promise<string> => (await by.get('/authentication/user/me')).body.uuid;

test('a colleague disappears as soon as they are removed from the deal, and an administrator needn’t be on it', async () => {
  const { db } = server.services;
  const [colleague, admin] = [
    await server.signIn('colleague@firm.test'),
    await server.signIn('admin@firm.test'),
  ];
  await addParticipant(server, team.deal, 'colleague@firm.test');
  const watching = async () =>
    (await watch(client)).body.map(({ user_uuid }: { user_uuid: string }) => user_uuid);
  const [one, other] = [await userOf(colleague), await userOf(admin)];
  for (const by of [colleague, admin]) expect((await watch(by)).status).toBe(200);
  expect(await watching()).toEqual(expect.arrayContaining([one, other]));
  await db.updateTable('participants').set({ deleted: true }).where('user_uuid', '=', one).execute();
  const left = await watching();
  expect(left).toContain(other);
  expect(left).not.toContain(one);
  await db.deleteFrom('deal_watchers').where('user_uuid', 'in', [one, other]).execute();
});

test('people with the closing board open see each other, even view-only participants, until they leave or are removed', async () => {
  const { db } = server.services;
  const [member, guest] = [await userOf(client), await userOf(counsel)];
  await db.updateTable('participants').set({ access: 'view' }).where('user_uuid', '=', guest).execute();
  expect((await watch(client)).body).toMatchObject([{ user_uuid: member }]);
  const both = (await watch(counsel)).body.map(({ user_uuid }: { user_uuid: string }) => user_uuid);
  expect(both.toSorted()).toEqual([member, guest].toSorted());

  // A person who was removed from the deal disappears at once, and no longer sees anybody.
  const removed = (deleted: boolean) =>
    db.updateTable('participants').set({ deleted }).where('user_uuid', '=', guest).execute();
  await removed(true);
  expect((await watch(client)).body).toMatchObject([{ user_uuid: member }]);
  expect((await watch(counsel)).status).toBe(404);
  await removed(false);
  expect((await watch(client)).body).toHaveLength(2);

  await db
    .updateTable('deal_watchers')
    .set({ seen_at: new Date(server.services.now().getTime() - 26_000) })
    .where('user_uuid', '=', guest)
    .execute();
  expect((await watch(client)).body).toMatchObject([{ user_uuid: member }]);
  const rows = await db.selectFrom('deal_watchers').select('user_uuid').execute();
  expect(rows).toEqual([{ user_uuid: member }]);
});
