import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { PacketOptions } from '../../../../src/contract/entities/signing/packet.ts';
import { client, desk, server, team } from '../open-signing.ts';

/** Returns a packet of two documents that Jane has signed and submitted. */
export async function signedPacket(options?: PacketOptions) {
  const email = `jane-${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  const spa = await team.assign(await team.item('SPA'), jane);
  const nda = await team.assign(await team.item('NDA'), jane);
  const packet = await desk.make(team, { signatories: [jane], options });
  const token = await desk.send(team, packet, email);
  await desk.signAll(token);
  await desk.act(token, 'finish');
  return { email, jane, packet, token, spa: spa.uuid, nda: nda.uuid };
}

/** Returns the server's services with a clock that is ahead by this many minutes. */
export const inMinutes = (minutes: number) => ({
  ...server.services,
  now: () => new Date(Date.now() + minutes * 60_000),
});

export const assignments = async () =>
  new Map((await team.list('/assignments/assignment')).map((row) => [row.uuid, row]));
export const packets = async () => team.list('/packet');

/** Has Jane sign one sheet for two entities, and another page. */
export async function signedForTwo() {
  const email = `jane-${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  const [alpha, beta] = [await team.entity('Alpha Corp.'), await team.entity('Beta LLC')];
  for (const entity of [alpha, beta]) await team.relation(entity, jane, 'President');
  const item = await team.item('SPA');
  const first = await team.assign(item, alpha);
  const page = first.item_page_uuid;
  const second = await team.assign(item, beta, { item_page_uuid: page });
  const other = await team.assign(await team.item('NDA'), alpha);
  const patched = await client.patch(`/transactions/signature_page/${page}`, { consolidate_signer: true });
  expect(patched.status, patched.text).toBe(200);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  await desk.signAll(token);
  await desk.act(token, 'finish');
  return { first, second, other };
}
