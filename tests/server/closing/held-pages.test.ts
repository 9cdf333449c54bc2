import { v7 } from 'uuid';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant } from '../support/test-server.ts';
import { client, desk, openSigning, server, team } from '../signing/open-signing.ts';

/** The color of the ink of a signature. */
const INK = '#14264a';

let counsel: TestClient;
/** A packet that counsel sent. Their organization collects its signatures, on two pages. */
let held: { packet: string; pages: string[]; assignments: string[]; token: string; signedHash: string };

openSigning();
beforeAll(async () => {
  counsel = await server.signIn('counsel@outside.test');
});
beforeEach(async () => {
  await addParticipant(server, team.deal, 'counsel@outside.test');
  held = await collectPages();
});

async function collectPages(): Promise<typeof held> {
  const email = `${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  const assignments = [
    (await team.assign(await team.item('SPA'), jane)).uuid,
    (await team.assign(await team.item('NDA'), jane)).uuid,
  ];
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send({ ...team, client: counsel }, packet, email);
  await desk.signAll(token);
  expect((await desk.act(token, 'finish')).status).toBe(200);
  await counsel.post('/assignments/assignment/bulk_accept', { assignments });
  const row = () =>
    server.services.db
      .selectFrom('packets')
      .select('signed_file_key')
      .where('uuid', '=', packet)
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await row()).signed_file_key).not.toBeNull();
  const signedHash = /[0-9a-f]{64}/.exec((await row()).signed_file_key ?? '')?.[0] ?? '';
  const pages = (await client.get(`/packet/${packet}`)).body.pages.map(({ uuid }: { uuid: string }) => uuid);
  return { packet, pages, assignments, token, signedHash };
}

const picture = async (by: TestClient, page: string) =>
  (await by.get(`/packet/${held.packet}/page/${page}`)).text.includes(INK);

test('after the release of one of two pages, everyone sees that page, but the file with both only once the other is released', async () => {
  const [first = '', second = ''] = held.assignments;
  const release = async (assignment: string): Promise<void> => {
    const { body } = await client.post('/transactions/release', {
      transaction: team.deal,
      assignments: [assignment],
    });
    for (const by of [client, counsel]) await by.post(`/transactions/release/${body.uuid}/confirm`, {});
    const answer = await client.post(`/transactions/release/${body.uuid}/release`, {});
    expect(answer.status, answer.text).toBe(200);
  };
  const fileOf = async (by: TestClient) =>
    decodeURIComponent((await by.post(`/packet/${held.packet}/download`)).body.redirect_url);
  const file = async () => fileOf(client);
  const ownFile = async () => {
    const { body } = await desk.device.get(`/signing/${held.token}/document/${held.packet}`);
    return decodeURIComponent(body.redirect_url);
  };
  expect(await fileOf(counsel)).toMatch(/held.in.escrow/);
  await release(first);
  expect(await ownFile()).toMatch(/held.in.escrow/);
  const shown = await Promise.all(held.pages.map(async (page) => picture(client, page)));
  expect(shown.filter(Boolean)).toHaveLength(1);
  expect(await file()).not.toContain(held.signedHash);
  await release(second);
  expect(await Promise.all(held.pages.map(async (page) => picture(client, page)))).toEqual(
    held.pages.map(() => true),
  );
  expect(await file()).toContain(held.signedHash);
  expect(await fileOf(counsel)).not.toMatch(/held.in.escrow/);
  expect(await ownFile()).not.toMatch(/held.in.escrow/);
});
