import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { PacketOptions } from '../../../../src/contract/entities/signing/packet.ts';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { TestClient } from '../../support/test-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal, type DealTeam } from '../deal-team.ts';
import { openDesk, type RoomDesk } from '../room/room-desk.ts';

export let mailbox: MailCatcher;
export let server: TestServer;
export let client: TestClient;
export let team: DealTeam;
export let desk: RoomDesk;

/** Opens a deal for each test, whose signed packets are then reviewed. */
export function openDecisions(): void {
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
