import { describe, expect, test } from 'vitest';
import { expirePackets } from '../../../../server/jobs/signing/expire-packets.ts';
import { client, desk, openSigning, server, team } from '../open-signing.ts';
import { noticesOf, participantOf, sendTo } from './notices.ts';

openSigning();

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
