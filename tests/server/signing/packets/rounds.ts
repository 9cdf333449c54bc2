import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { TestClient } from '../../support/test-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal, type DealTeam } from '../deal-team.ts';
import { openDesk, type RoomDesk } from '../room/room-desk.ts';

let mailbox: MailCatcher;
export let server: TestServer;
export let client: TestClient;
export let team: DealTeam;
export let desk: RoomDesk;

/** Opens a deal for each test, whose packets are signed in rounds. */
export function openRounds(): void {
  beforeAll(async () => {
    mailbox = await MailCatcher.start();
    server = await startTestServer({ smtpUrl: mailbox.url });
    client = await server.signIn('member@firm.test');
    desk = openDesk(server, mailbox);
  });
  afterAll(async () => {
    await server.stop();
    await mailbox.down();
  });
  beforeEach(async () => {
    team = await openDeal(server, client);
  });
}

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
