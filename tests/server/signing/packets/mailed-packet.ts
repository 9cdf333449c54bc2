import { v7 } from 'uuid';
import { expect } from 'vitest';
import { DAY_MS } from '../../../../src/contract/retention.ts';
import { client, desk, server, team } from '../open-signing.ts';

/** Makes a packet of a person that is ready to be sent. */
export async function makePacket() {
  const email = `jane-${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  await team.assign(await team.item('SPA'), jane);
  return { email, jane, packet: await desk.make(team, { signatories: [jane] }) };
}

export const REJECTED = { at: 'recipient', code: 550, words: 'No such user here' } as const;

export const rowOf = async (packet: string) =>
  (await team.list('/packet')).find(({ uuid }) => uuid === packet);

export const closingIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

export const edit = async (edits: object) => {
  const edited = await client.patch(`/transactions/transaction/${team.deal}`, edits);
  expect(edited.status, edited.text).toBe(200);
  return edited;
};

/** Sends a packet as if five days ago, in a deal that closes in two days. */
export async function sendEarlier() {
  const made = await makePacket();
  await edit({ closing_date: closingIn(2) });
  await desk.send(team, made.packet, made.email);
  const { db } = server.services;
  const sent_at = new Date(Date.now() - 5 * DAY_MS);
  await db.updateTable('packets').set({ sent_at }).where('uuid', '=', made.packet).execute();
  return made;
}

export const remindersTo = async (signatory: string) =>
  server.services.db
    .selectFrom('signatory_reminders')
    .select('sent_at')
    .where('signatory', '=', signatory)
    .execute();

export const mailsTo = async (email: string) => {
  const mails = await server.services.db
    .selectFrom('mails')
    .select(['text', 'packets'])
    .where('to_address', '=', email)
    .execute();
  return mails.map(({ text, packets: about }) => ({ text: text ?? '', about }));
};

export const linksIn = (text = '') =>
  [...text.matchAll(/^(.*):\n.*\/sign\/([\w-]{43})$/gm)].map(([, label = '', token = '']) => ({
    label,
    token,
  }));
export const allPackets = async () => (await team.list('/packet')).map(({ uuid }) => uuid);

/** Makes a packet to sign in the room and a packet to sign on paper, for the same person. */
export async function makeBoth() {
  const email = `jane-${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  const [will, nda] = [await team.item('Will'), await team.item('NDA')];
  await client.patch(`/transactions/item/${will}`, { requires_original_signatures: true });
  for (const item of [will, nda]) await team.assign(item, jane);
  await desk.make(team, { signatories: [jane] });
  return { email, jane };
}
