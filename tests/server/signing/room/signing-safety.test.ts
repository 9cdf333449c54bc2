import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signPacketKind } from '../../../../server/queue/job-kinds.ts';
import { setFeature } from '../../../../server/store/account/features.ts';
import type { TestClient } from '../../support/test-client.ts';
import { addParticipant } from '../../support/test-server.ts';
import { client, desk, openSigning, server, team, visitor } from '../open-signing.ts';
import {
  change,
  download,
  eventsOf,
  fileOf,
  roomOf,
  sendPacket,
  signedFile,
  signedPacket,
} from './one-page-packet.ts';

let counsel: TestClient;

openSigning();
beforeAll(async () => {
  counsel = await server.signIn('counsel@outside.test');
});
beforeEach(async () => {
  await addParticipant(server, team.deal, 'counsel@outside.test');
});

describe('signed pages', () => {
  test('are never replaced by blank ones, so the organization that collected them gets none until they exist', async () => {
    const { packet } = await signedPacket();
    await signedFile(packet);
    await change(packet, { signed_file_key: null });
    const answer = await download(client, packet);
    expect(answer.status).toBe(422);
    expect(answer.body.error_message).toBe('The signed pages aren’t ready yet. Try again in a minute.');
    expect(await fileOf(counsel, packet)).toContain('(unsigned)');
  });

  test('are retried soon after their store returns, however long it was unavailable', () => {
    expect(signPacketKind.retries).toMatchObject({ mostSeconds: 30 });
    const { limit = 0, mostSeconds = 0 } = signPacketKind.retries ?? {};
    expect((limit * mostSeconds) / 3600).toBeGreaterThan(8);
  });
});

describe('a link', () => {
  test('to a deal that was deleted opens neither documents nor signed pages', async () => {
    const { packet, token } = await signedPacket();
    await signedFile(packet);
    const file = () => visitor.get(`/signing/${token}/document/${packet}`);
    expect((await file()).status).toBe(302);
    const deleteAt = (deleted_at: Date | null) =>
      server.services.db
        .updateTable('transactions')
        .set({ deleted_at })
        .where('uuid', '=', team.deal)
        .execute();
    await deleteAt(new Date());
    expect((await visitor.get(`/signing/${token}`)).body.state).toBe('cancelled');
    expect((await file()).status).toBe(404);
    await deleteAt(null);
  });

  test('opens the signed pages for 60 days, and afterwards still says that they were signed', async () => {
    const { packet, token } = await signedPacket();
    await signedFile(packet);
    expect(await roomOf(token)).toMatchObject({ state: 'completed', has_file: true, file_expired: false });
    await change(packet, { completed_at: new Date(Date.now() - 61 * 86_400_000) });
    const later = { state: 'completed', has_file: false, file_expired: true };
    expect(await roomOf(token)).toMatchObject(later);
    expect((await visitor.get(`/signing/${token}/document/${packet}`)).status).toBe(404);
    // Nothing is left that a code would protect.
    expect((await server.client().get(`/signing/${token}`)).body).toMatchObject(later);
  });

  test('says once the signatures are released', async () => {
    const { assignment, packet, token } = await signedPacket();
    await signedFile(packet);
    expect(await roomOf(token)).toMatchObject({ state: 'completed', is_released: false });
    await team.status(assignment, 'released');
    expect(await roomOf(token)).toMatchObject({ state: 'completed', is_released: true });
  });

  test('is mailed only to the address that the packet was sent to', async () => {
    const { email, jane, packet } = await sendPacket();
    const remind = () => client.post(`/signatory/${jane}/send_reminder`, { force: true });
    await client.patch(`/signatory/${jane}`, { email: 'someone@else.test' });
    const refused = await remind();
    expect(refused.status).toBe(422);
    expect(refused.body.error_message).toBe(
      `Jane Doe’s packet was sent to ${email}. To use the new address, cancel the packet and send a new one.`,
    );
    await client.patch(`/signatory/${jane}`, { email });
    expect((await remind()).status).toBe(204);
    expect(await eventsOf(packet, 'reminded')).toEqual([{ details: { to: email } }]);
  });
});

describe('deciding about a packet', () => {
  test('is refused to participants of other organizations', async () => {
    const { assignment, jane, packet } = await sendPacket();
    await setFeature(server.services.db, {
      name: 'CANCEL_ESIGN',
      transaction: team.deal,
      is_active: true,
      set_at: new Date(),
    });
    const refused = [
      await counsel.post(`/packet/${packet}/cancel`, { reason: 'No.' }),
      await counsel.post(`/signatory/${jane}/send_reminder`),
    ];
    await team.status(assignment, 'signed_pending_acceptance');
    await change(packet, { status: 'completed' });
    const path = `/assignments/assignment/${assignment}`;
    refused.push(await counsel.post(`${path}/accept`), await counsel.post(`${path}/reject`, {}));
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(refused[0]?.body.error_message).toBe('Only the organization that sent the packet can cancel it.');
  });

  test('does not include packets of other organizations in a reminder', async () => {
    const { jane, packet } = await sendPacket();
    await team.assign(await team.item('Lease'), jane);
    const theirs = await desk.make(team, { signatories: [jane] });
    expect((await counsel.post(`/packet/${theirs}/send`, {})).status).toBe(200);
    const reminded = await counsel.post(`/signatory/${jane}/send_reminder`, { force: true });
    expect(reminded.status, reminded.text).toBe(204);
    expect(await eventsOf(theirs, 'reminded')).toHaveLength(1);
    expect(await eventsOf(packet, 'reminded')).toEqual([]);
  });
});
