import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expirePackets } from '../../../../server/jobs/signing/expire-packets.ts';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { TestClient } from '../../support/test-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal, type DealTeam } from '../deal-team.ts';
import { openDesk, type RoomDesk } from '../room/room-desk.ts';

let mailbox: MailCatcher;
let server: TestServer;
let client: TestClient;
let team: DealTeam;
let desk: RoomDesk;

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

/** Sends a person one page, and returns the token of the link. */
async function sendTo(name: string): Promise<string> {
  const email = `${v7()}@alpha.test`;
  const signatory = await team.person(name, { email });
  await team.assign(await team.item(`SPA of ${name}`), signatory);
  return desk.send(team, await desk.make(team, { signatories: [signatory] }), email);
}

interface Notice {
  uuid: string;
  title: string;
  level: string;
  notification_type: string;
  read: boolean;
  extra_data: { transaction?: string };
}

const noticesOf = async (who: TestClient): Promise<Notice[]> =>
  (await who.get('/notifications')).body.filter((each: Notice) => each.extra_data.transaction === team.deal);

const participantOf = async (who: TestClient): Promise<string> => {
  const { uuid } = (await who.get('/authentication/user/me')).body;
  const { body } = await client.get(`/transactions/participant?transaction=${team.deal}`);
  return body.find((each: { user_uuid: string }) => each.user_uuid === uuid).uuid;
};

test('the person who sent a packet learns that it came back or expired, even with notifications off', async () => {
  await client.patch(`/transactions/participant/${await participantOf(client)}`, {
    send_esigning_notifications: false,
  });
  await desk.act(await sendTo('Jane Doe'), 'delegate');
  await sendTo('John Roe');
  await server.services.db
    .updateTable('packets')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('transaction', '=', team.deal)
    .where('wrong_person', 'is', null)
    .execute();
  await expirePackets(server.services);
  expect((await noticesOf(client)).map(({ notification_type: type }) => type).toSorted()).toEqual([
    'packet_delegated',
    'packet_expired',
  ]);
});

describe('what signatories do', () => {
  test('is in a new notification some minutes later, without what the first one said', async () => {
    const token = await sendTo('Jane Doe');
    await desk.act(token, 'viewed');
    const earlier = new Date(Date.now() - 6 * 60_000);
    await server.services.db
      .updateTable('notifications')
      .set({ created_at: earlier })
      .where('transaction', '=', team.deal)
      .execute();
    await desk.signAll(token);
    expect((await noticesOf(client)).map(({ title }) => title)).toEqual([
      'Jane Doe signed one page for “Project Alder”.',
      'Jane Doe opened the packet for “Project Alder”.',
    ]);
  });
});
