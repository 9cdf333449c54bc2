import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { TestClient } from '../../support/test-client.ts';
import { client, desk, server, team, visitor } from '../open-signing.ts';

/** Sends a packet with one page to a person, as the team or as somebody else. */
export async function sendPacket(sender = client) {
  const email = `jane-${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  const { uuid: assignment } = await team.assign(await team.item('SPA'), jane);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send({ ...team, client: sender }, packet, email);
  return { email, jane, assignment, packet, token };
}

export async function signedPacket(sender = client) {
  const sent = await sendPacket(sender);
  await desk.signAll(sent.token);
  expect((await desk.act(sent.token, 'finish')).status).toBe(200);
  return sent;
}

export const change = (packet: string, changes: object) =>
  server.services.db.updateTable('packets').set(changes).where('uuid', '=', packet).execute();

export const rowOf = (packet: string) =>
  server.services.db.selectFrom('packets').selectAll().where('uuid', '=', packet).executeTakeFirstOrThrow();

export const signedFile = async (packet: string): Promise<string> => {
  await expect.poll(async () => (await rowOf(packet)).signed_file_key).not.toBeNull();
  return String((await rowOf(packet)).signed_file_key);
};

export const roomOf = async (token: string) => (await visitor.get(`/signing/${token}`)).body;

export const eventsOf = (packet: string, kind: 'reminded' | 'accepted' | 'rejected' | 'expired') =>
  server.services.db
    .selectFrom('signing_events')
    .select('details')
    .where('packet', '=', packet)
    .where('kind', '=', kind)
    .execute();

export const download = (each: TestClient, packet: string) => each.post(`/packet/${packet}/download`);

export const fileOf = async (each: TestClient, packet: string) => {
  const url = new URL((await download(each, packet)).body.redirect_url);
  return decodeURIComponent(url.pathname + url.search);
};
