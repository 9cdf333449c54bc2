import { describe, expect, test } from 'vitest';
import { expirePackets } from '../../../../server/jobs/signing/expire-packets.ts';
import { sendQueuedPackets } from '../../../../server/jobs/signing/send-queued-packets.ts';
import { setFeature } from '../../../../server/store/account/features.ts';
import { client, desk, openSigning, server, team } from '../open-signing.ts';
import { held, type Made, prepare, rowOf, sendInOrder, sign } from './rounds.ts';

openSigning();

describe('a signing order', () => {
  test('holds a packet whose last day to sign has passed, and sending it by hand gives it 60 days', async () => {
    const [jane, john] = [await prepare('Jane Doe'), await prepare('John Roe')];
    await sendInOrder([[jane], [john]]);
    const queued = {
      by: (await client.get('/authentication/user/me')).body.uuid,
      message: '',
      after: [jane.packet],
    };
    await server.services.db
      .updateTable('packets')
      .set({ queued: JSON.stringify({ ...queued, expires_on: '2026-01-15' }) })
      .where('uuid', '=', john.packet)
      .execute();
    await sign(jane);
    await expect.poll(async () => (await rowOf(john))?.['queued']).toBeNull();
    expect(await held()).toEqual([
      'John Roe’s packet for “Project Alder” wasn’t sent. The last day to sign has passed.',
    ]);
    const sent = await client.post(`/packet/${john.packet}/send`, {});
    expect(Date.parse(sent.body.expires_at), sent.text).toBeGreaterThan(Date.now() + 59 * 86_400_000);
  });
});

describe('packets that wait for one that won’t be signed', () => {
  const endings: Record<string, { end: (made: Made) => Promise<unknown>; reason: string }> = {
    'is declined': {
      end: async ({ email }) => desk.act(await desk.linkFor(email), 'decline', { reason: 'No.' }),
      reason: 'John Roe, who was to sign first, declined.',
    },
    'is canceled': {
      end: async ({ packet }) => {
        const set = {
          name: 'CANCEL_ESIGN',
          transaction: team.deal,
          is_active: true,
          set_at: new Date(),
        } as const;
        await setFeature(server.services.db, set);
        return client.post(`/packet/${packet}/cancel`, { reason: 'Not now.' });
      },
      reason: 'John Roe’s packet, which was to be signed first, was canceled.',
    },
    expires: {
      end: async ({ packet }) => {
        const expires_at = new Date(Date.now() - 1000);
        await server.services.db
          .updateTable('packets')
          .set({ expires_at })
          .where('uuid', '=', packet)
          .execute();
        await expirePackets(server.services);
      },
      reason: 'John Roe, who was to sign first, didn’t sign in time.',
    },
  };

  test.each(Object.entries(endings))(
    'because it %s stay ready, and the team is notified and can send them',
    async (_, ending) => {
      const [john, jane, max] = [
        await prepare('John Roe'),
        await prepare('Jane Doe'),
        await prepare('Max Moe'),
      ];
      await sendInOrder([[john], [jane], [max]]);
      await ending.end(john);
      expect(await rowOf(jane)).toMatchObject({ status: 'ready', queued: null, held_reason: ending.reason });
      expect(await held()).toEqual([`Jane Doe’s packet for “Project Alder” wasn’t sent. ${ending.reason}`]);
      expect(await rowOf(max)).toMatchObject({ queued: { waits_for: [jane.packet] } });
      const sent = await client.post(`/packet/${jane.packet}/send`, {});
      expect(sent.body, sent.text).toMatchObject({ status: 'sent', held_reason: null });
      await sign(jane);
      await desk.linkFor(max.email);
    },
  );
});

test('a packet that the server fails to send is held with a reason, and the others in its round go out', async () => {
  const [john, jane, max] = [await prepare('John Roe'), await prepare('Jane Doe'), await prepare('Max Moe')];
  await sendInOrder([[john], [jane, max]]);
  const { db } = server.services;
  const queued = JSON.stringify({ by: 'no id', message: '', after: [john.packet] });
  await db.updateTable('packets').set({ queued }).where('uuid', '=', jane.packet).execute();
  await db.updateTable('packets').set({ status: 'completed' }).where('uuid', '=', john.packet).execute();
  await sendQueuedPackets(server.services);
  expect(await rowOf(max)).toMatchObject({ status: 'sent' });
  const reason = 'An error kept it from going out. Send it now, or contact support if that doesn’t work.';
  expect(await rowOf(jane)).toMatchObject({ status: 'ready', queued: null, held_reason: reason });
  expect(await held()).toEqual([`Jane Doe’s packet for “Project Alder” wasn’t sent. ${reason}`]);
  expect((await client.post(`/packet/${jane.packet}/send`, {})).body).toMatchObject({ status: 'sent' });
});
