import { describe, expect, test } from 'vitest';
import { sendQueuedPackets } from '../../../../server/jobs/signing/send-queued-packets.ts';
import { setFeature } from '../../../../server/store/account/features.ts';
import { client, desk, mailbox, openSigning, server, team } from '../open-signing.ts';
import { inMinutes, packets, signedPacket } from './signed-packet.ts';

openSigning();

describe('rejecting a page', () => {
  test('after another one asks for both in one packet, one email and one room, once the review is over', async () => {
    const { email, jane, spa, nda } = await signedPacket();
    const lease = await team.assign(await team.item('Lease'), jane);
    const more = await desk.make(team, { signatories: [jane] });
    await client.post(`/packet/${more}/send`, {});
    const token = await desk.linkFor(email, 2);
    await desk.signAll(token);
    await desk.act(token, 'finish');
    const reject = async (uuid: string, reason: string) =>
      client.post(`/assignments/assignment/${uuid}/reject`, { reason });
    const queued = async () => (await packets()).filter((row) => row['queued'] !== null);
    await reject(nda, 'It is blurred.');
    await expect.poll(async () => (await queued()).map(({ status }) => status)).toEqual(['ready']);
    await sendQueuedPackets(server.services);
    await reject(lease.uuid, 'The date is missing.');
    await sendQueuedPackets(inMinutes(2));
    // One of her pages still has to be reviewed.
    await expect.poll(async () => (await queued()).map(({ status }) => status)).toEqual(['ready']);
    expect(mailbox.received.filter(({ to }) => to.includes(email))).toHaveLength(2);
    await client.post('/assignments/assignment/bulk_accept', { assignments: [spa] });
    await sendQueuedPackets(inMinutes(2));
    const room = await desk.open(await desk.linkFor(email, 3));
    expect(room.message).toBe('Please sign these pages again: It is blurred. The date is missing.');
    expect(room.documents.map(({ name }) => name).toSorted()).toEqual(['Lease', 'NDA']);
    expect(await packets()).toHaveLength(3);
    const { body: notices } = await client.get('/notifications');
    const isHeld = (notice: { notification_type: string; extra_data: { transaction: string } }) =>
      notice.notification_type === 'packet_held' && notice.extra_data.transaction === team.deal;
    expect(notices.filter(isHeld)).toEqual([]);
  });

  test('waits for the other pages no longer than ten minutes', async () => {
    const { email, nda } = await signedPacket();
    await client.post(`/assignments/assignment/${nda}/reject`, { reason: 'It is blurred.' });
    await expect.poll(async () => (await packets()).map(({ status }) => status)).toContain('ready');
    await sendQueuedPackets(inMinutes(9));
    expect((await packets()).map(({ status }) => status)).toContain('ready');
    await sendQueuedPackets(inMinutes(10));
    await desk.open(await desk.linkFor(email, 2));
  });

  test('asks again in a packet with the options of the first', async () => {
    for (const name of ['PACKET_COVER_PAGE_AND_INDEX', 'DOCUMENT_SLIP_PAGE'] as const) {
      const feature = { name, transaction: team.deal, is_active: true, set_at: new Date() };
      await setFeature(server.services.db, feature);
    }
    const { packet, nda } = await signedPacket({ cover_and_index: true, slip_pages: false });
    await client.post(`/assignments/assignment/${nda}/reject`, { reason: 'It is blurred.' });
    const again = await server.services.db
      .selectFrom('packets')
      .select('options')
      .where('transaction', '=', team.deal)
      .where('uuid', '<>', packet)
      .execute();
    expect(again).toEqual([{ options: { cover_and_index: true, slip_pages: false } }]);
  });
});
