import { describe, expect, test } from 'vitest';
import { sendQueuedPackets } from '../../../../server/jobs/signing/send-queued-packets.ts';
import { client, desk, openSigning, server, team } from '../open-signing.ts';
import { assignments, inMinutes, packets, signedForTwo, signedPacket } from './signed-packet.ts';

openSigning();

describe('rejecting a page', () => {
  test('is refused while another signature on the sheet is released, and nobody else sees the sheet', async () => {
    const { first, second } = await signedForTwo();
    await server.services.db
      .updateTable('assignments')
      .set({ status: 'released' })
      .where('uuid', '=', first.uuid)
      .execute();
    const refused = await client.post(`/assignments/assignment/${second.uuid}/reject`, {});
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.error_message).toMatch(/^Another signature on the same page was already released/);
    expect((await assignments()).get(second.uuid)?.['status']).toBe('signed_pending_acceptance');
  });

  test('twice asks only once, and without sending again asks nobody', async () => {
    const { spa, nda } = await signedPacket();
    const reject = (id: string, body: object) => client.post(`/assignments/assignment/${id}/reject`, body);
    await reject(nda, { reason: 'Blurred.' });
    await reject(nda, { reason: 'Blurred.' });
    expect((await assignments()).size).toBe(3);
    await reject(spa, { send_again: false });
    expect((await assignments()).size).toBe(3);
    expect(await packets()).toHaveLength(2);
  });

  test('keeps the packet as ready and says why, if it can’t go out', async () => {
    const { jane, nda } = await signedPacket();
    await client.patch(`/signatory/${jane}`, { email: '' });
    await client.post(`/assignments/assignment/${nda}/reject`, { reason: 'Blurred.' });
    await expect
      .poll(async () => (await packets()).map(({ status }) => String(status)).toSorted())
      .toEqual(['completed', 'ready']);
    await sendQueuedPackets(inMinutes(11));
    const { body: notices } = await client.get('/notifications');
    expect(notices[0]).toMatchObject({
      notification_type: 'packet_held',
      title: 'Jane Doe’s packet for “Project Alder” wasn’t sent. Jane Doe has no email address.',
    });
  });
});

describe('pages that can only be signed on paper', () => {
  test('keep a packet that was made before from being sent, until it is created again', async () => {
    const email = 'jane.late@alpha.test';
    const jane = await team.person('Jane Doe', { email });
    const [gift, nda] = [await team.item('Gift'), await team.item('NDA')];
    for (const item of [gift, nda]) await team.assign(item, jane);
    const whole = await desk.make(team, { signatories: [jane] });
    await client.patch(`/transactions/item/${gift}`, { requires_original_signatures: true });
    const refused = await client.post(`/packet/${whole}/send`, {});
    expect(refused.status).toBe(422);
    expect((await client.get(`/packet/${whole}`)).body.problems).toContain(
      '“Gift” must be signed on paper. Create the packet again: these pages will get their own packet, and the others can be signed in the room.',
    );
    await desk.make(team, { signatories: [jane] });
    const [room] = (await packets()).filter(({ needs_paper }) => needs_paper === false);
    const token = await desk.send(team, String(room?.uuid), email);
    expect((await desk.open(token)).documents.map(({ name }) => name)).toEqual(['NDA']);
  });
});
