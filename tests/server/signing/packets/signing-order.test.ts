import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { sendQueuedPackets } from '../../../../server/jobs/signing/send-queued-packets.ts';
import { client, desk, openSigning, server } from '../open-signing.ts';
import { prepare, rowOf, sendInOrder, sign } from './rounds.ts';

openSigning();

describe('a signing order', () => {
  test('sends the first round at once, and the next one once all of it is signed, as the sender decided', async () => {
    const [jane, john, max] = [
      await prepare('Jane Doe'),
      await prepare('John Roe'),
      await prepare('Max Moe'),
    ];
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const sent = await sendInOrder([[jane, john], [max]], {
      message: 'Sign after the others.',
      expires_on: day,
    });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.map(({ status }: { status: string }) => status)).toEqual(['sent', 'sent', 'ready']);
    expect(await rowOf(max)).toMatchObject({
      sent_at: null,
      queued: { after: jane.packet, waits_for: [jane.packet, john.packet], asks_again: false },
    });
    await sign(jane);
    await sendQueuedPackets(server.services);
    expect(await rowOf(max)).toMatchObject({ status: 'ready', queued: { after: jane.packet } });
    await sign(john);
    const room = await desk.open(await desk.linkFor(max.email));
    expect(room.message).toBe('Sign after the others.');
    const row = await rowOf(max);
    expect(row).toMatchObject({ status: 'sent', queued: null });
    expect(Date.parse(String(row?.['expires_at']))).toBe(Date.parse(day) + 36 * 3_600_000);
    const { body } = await client.get(`/packet/${max.packet}`);
    expect(body.events[0].actor.uuid).toBe((await client.get('/authentication/user/me')).body.uuid);
  });

  test.each([
    ['misses a packet', (one: string, _other: string) => [[one]]],
    ['names a packet twice', (one: string, other: string) => [[one], [one, other]]],
    ['names another packet', (one: string, other: string) => [[one, other], [v7()]]],
  ])('that %s is refused', async (_, order) => {
    const [jane, john] = [await prepare('Jane Doe'), await prepare('John Roe')];
    const packets = [jane.packet, john.packet];
    const refused = await client.post('/packet/send', {
      packets,
      signing_order: order(jane.packet, john.packet),
    });
    expect(refused.status).toBe(422);
    expect(refused.body.error_message).toContain(
      'Put each packet in exactly one round of the signing order.',
    );
    for (const made of [jane, john])
      expect(await rowOf(made)).toMatchObject({ status: 'ready', sent_at: null, queued: null });
  });
});
