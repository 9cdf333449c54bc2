import { beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../support/test-client.ts';
import { addParticipant } from '../../support/test-server.ts';
import { client, desk, openSigning, server, team } from '../open-signing.ts';
import { noticesOf, participantOf, sendTo } from './notices.ts';

let counsel: TestClient;

openSigning();
beforeAll(async () => {
  counsel = await server.signIn('counsel@outside.test');
});

describe('what signatories do', () => {
  test('is in one notification for each participant, which becomes unread again with each event', async () => {
    const [jane, john, max] = [await sendTo('Jane Doe'), await sendTo('John Roe'), await sendTo('Max Moe')];
    await desk.act(jane, 'viewed');
    const [first, ...others] = await noticesOf(client);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      level: 'info',
      notification_type: 'packet_viewed',
      title: 'Jane Doe opened the packet for “Project Alder”.',
    });
    await client.patch(`/notifications/${first?.uuid}`, { read: true });
    await desk.signAll(jane);
    expect(await noticesOf(client)).toMatchObject([
      {
        uuid: first?.uuid,
        read: false,
        notification_type: 'packet_signed',
        title: 'Jane Doe signed one page for “Project Alder”.',
      },
    ]);
    await desk.act(jane, 'finish');
    await desk.act(john, 'decline', { reason: 'No.' });
    await desk.act(max, 'viewed');
    expect(await noticesOf(client)).toMatchObject([
      {
        uuid: first?.uuid,
        level: 'warning',
        notification_type: 'packet_declined',
        title:
          'In “Project Alder”, John Roe declined to sign, Jane Doe signed all pages, and Max Moe opened the packet.',
      },
    ]);
  });

  test('is sent only to participants who have notifications on, and everyone can change only their own setting', async () => {
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const own = `/transactions/participant/${await participantOf(counsel)}`;
    await client.patch(own, { access: 'view' });
    const off = { send_esigning_notifications: false };
    const refused = await client.patch(own, off);
    expect([refused.status, refused.body.error_message]).toEqual([
      403,
      'You can only change your own notifications.',
    ]);
    const changed = await counsel.patch(own, off);
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body).toMatchObject({ ...off, access: 'view' });
    await desk.act(await sendTo('Jane Doe'), 'viewed');
    expect(await noticesOf(client)).toHaveLength(1);
    expect((await noticesOf(counsel)).map(({ notification_type: type }) => type)).not.toContain(
      'packet_viewed',
    );
    // The choice isn't in the activity.
    const { body } = await client.get(`/transactions/transaction/${team.deal}/activity`);
    expect(JSON.stringify(body)).not.toContain('send_esigning_notifications');
  });

  test('is a single setting, and a change that sets nothing is refused', async () => {
    const refused = await client.patch(`/transactions/participant/${await participantOf(client)}`, {});
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.error_message).toContain('Set the access or the notifications.');
  });

  test('doesn’t let a view-only participant change access', async () => {
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const own = `/transactions/participant/${await participantOf(counsel)}`;
    await client.patch(own, { access: 'view' });
    const refused = await counsel.patch(own, { access: 'full', send_esigning_notifications: false });
    expect([refused.status, refused.body.error_message]).toEqual([
      403,
      'You can view this transaction, but you can’t change it. Ask its team for full access.',
    ]);
  });
});
