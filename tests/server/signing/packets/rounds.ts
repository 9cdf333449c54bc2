import { v7 } from 'uuid';
import { expect } from 'vitest';
import { client, desk, team } from '../open-signing.ts';

export interface Made {
  name: string;
  email: string;
  signatory: string;
  packet: string;
}

/** Creates a person with one page, whose packet is ready. */
export async function prepare(name: string): Promise<Made> {
  const email = `${v7()}@alpha.test`;
  const signatory = await team.person(name, { email });
  await team.assign(await team.item(`SPA of ${name}`), signatory);
  return { name, email, signatory, packet: await desk.make(team, { signatories: [signatory] }) };
}

/** Sends packets in rounds. */
export async function sendInOrder(rounds: readonly (readonly Made[])[], more: object = {}) {
  const signing_order = rounds.map((round) => round.map(({ packet }) => packet));
  return client.post('/packet/send', { packets: signing_order.flat(), signing_order, ...more });
}

export async function sign({ email }: Made, count = 1): Promise<void> {
  const token = await desk.linkFor(email, count);
  await desk.signAll(token);
  const finished = await desk.act(token, 'finish');
  expect(finished.status, finished.text).toBe(200);
}

export const rowOf = async ({ packet }: Pick<Made, 'packet'>) =>
  (await team.list('/packet')).find(({ uuid }) => uuid === packet);
export const held = async () =>
  (await client.get('/notifications')).body
    .filter(
      ({
        notification_type: type,
        extra_data: { transaction },
      }: {
        notification_type: string;
        extra_data: { transaction: string };
      }) => type === 'packet_held' && transaction === team.deal,
    )
    .map(({ title }: { title: string }) => title);
