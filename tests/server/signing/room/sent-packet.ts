import { v7 } from 'uuid';
import { expect } from 'vitest';
import { addParticipant } from '../../support/test-server.ts';
import { client, desk, server, team } from '../open-signing.ts';

export const makePacket = (signatory: string) => desk.make(team, { signatories: [signatory] });
export const linkFor = (address: string, count?: number) => desk.linkFor(address, count);

/** Sends a packet to a person who has pages in two capacities. */
export async function sendPacket() {
  const email = `jane-${v7()}@alpha.test`;
  const [alpha, jane] = [await team.entity('Alpha Corp.'), await team.person('Jane Doe', { email })];
  await team.relation(alpha, jane, 'President');
  await team.assign(await team.item('SPA'), alpha);
  await team.assign(await team.item('NDA'), jane);
  const packet = await makePacket(jane);
  const sent = await client.post(`/packet/${packet}/send`, { message: 'Please sign by Friday.' });
  expect(sent.status, sent.text).toBe(200);
  return { email, jane, packet, sent, token: await linkFor(email) };
}

export const act = (token: string, name: string, body?: object) => desk.act(token, name, body);
export const openRoom = (token: string) => desk.open(token);
export const signAll = (token: string) => desk.signAll(token);

export const statuses = async () => (await team.list('/assignments/assignment')).map(({ status }) => status);

export const chainOf = async (packet: string) =>
  server.services.db
    .selectFrom('signing_events')
    .selectAll()
    .where('packet', '=', packet)
    .orderBy('seq')
    .execute();

export async function blankPdf(packet: string): Promise<Uint8Array> {
  await addParticipant(server, team.deal, 'counsel@outside.test');
  const counsel = await server.signIn('counsel@outside.test');
  const { body } = await counsel.post(`/packet/${packet}/download`);
  return new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer());
}
