import { v7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RoomPreview } from '../../../../src/contract/entities/signing/signing-room.ts';
import { downloadsIn } from '../../support/audit-rows.ts';
import type { TestClient } from '../../support/test-client.ts';
import { addParticipant } from '../../support/test-server.ts';
import { client, desk, openSigning, server, team } from '../open-signing.ts';

let counsel: TestClient;
/** A packet that the client creates. Counsel, from another organization, is also on the deal. */
let made: { packet: string; jane: string; email: string; assignment: string; item: string };

openSigning();
beforeAll(async () => {
  counsel = await server.signIn('counsel@outside.test');
});
beforeEach(async () => {
  await addParticipant(server, team.deal, 'counsel@outside.test');
  const email = `${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  const item = await team.item('SPA');
  const { uuid: assignment } = await team.assign(item, jane);
  const packet = await desk.make(team, { signatories: [jane] });
  made = { packet, jane, email, assignment, item };
});

async function preview(by = client): Promise<RoomPreview> {
  const answer = await by.get(`/packet/${made.packet}/preview`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.text).not.toMatch(/\/sign\/[\w-]{43}/);
  return answer.body;
}

const packetRow = async () =>
  server.services.db
    .selectFrom('packets')
    .selectAll()
    .where('uuid', '=', made.packet)
    .executeTakeFirstOrThrow();

describe('the preview of a packet', () => {
  test('shows what its signatory sees, before and after it is sent, without counting as a view', async () => {
    const before = await preview();
    expect(before).toMatchObject({ status: 'ready', signer: 'Jane Doe', message: '', expires_at: null });
    expect(before.documents).toEqual([{ uuid: made.item, name: 'SPA', has_file: false, is_whole: false }]);
    const token = await desk.send(team, made.packet, made.email);
    const events = async () =>
      (
        await server.services.db
          .selectFrom('signing_events')
          .select('kind')
          .where('packet', '=', made.packet)
          .execute()
      ).map(({ kind }) => kind);
    const sent = await events();
    const after = await preview();
    expect(await events()).toEqual(sent);
    expect((await packetRow()).viewed_at).toBeNull();
    const room = await desk.open(token);
    expect(after.pages).toEqual(room.pages);
    expect(after).toMatchObject({
      status: 'sent',
      sender: room.sender,
      deal: room.deal,
      message: 'Please sign by Friday.',
      expires_at: room.expires_at,
      consent: room.consent,
      documents: room.documents,
      adopted: null,
    });
    expect((await client.get(`/signatory/${made.jane}`)).body.read_only_signing_url).toBe(
      `/sign/preview/${made.packet}`,
    );
  });

  test('shows signatures to the team that collected them once they are submitted, and to others once they are released', async () => {
    const token = await desk.send(team, made.packet, made.email);
    await desk.signAll(token);
    for (const by of [client, counsel])
      expect(await preview(by)).toMatchObject({ adopted: null, pages: [{ signed: null }] });
    await desk.act(token, 'finish');
    expect(await preview()).toMatchObject({ adopted: { name: 'Jane Doe' }, pages: [{ signed: {} }] });
    expect(await preview(counsel)).toMatchObject({ adopted: null, pages: [{ signed: null }] });
    await client.patch(`/transactions/transaction/${team.deal}`, { release_confirmations: 1 });
    await client.post('/assignments/assignment/bulk_accept', { assignments: [made.assignment] });
    const { body: release } = await client.post('/transactions/release', {
      transaction: team.deal,
      assignments: [made.assignment],
    });
    await client.post(`/transactions/release/${release.uuid}/confirm`, {});
    const released = await client.post(`/transactions/release/${release.uuid}/release`, {});
    expect(released.status, released.text).toBe(200);
    expect(await preview(counsel)).toMatchObject({ adopted: { name: 'Jane Doe' }, pages: [{ signed: {} }] });
  });

  test('names the organization that will send a waiting packet, regardless of who views it', async () => {
    expect((await preview(counsel)).sender).not.toEqual((await preview()).sender);
    const max = await team.person('Max Moe', { email: `${v7()}@alpha.test` });
    await team.assign(await team.item('NDA'), max);
    const first = await desk.make(team, { signatories: [max] });
    const sent = await client.post('/packet/send', {
      packets: [first, made.packet],
      signing_order: [[first], [made.packet]],
    });
    expect(sent.status, sent.text).toBe(200);
    expect((await preview(counsel)).sender).toEqual((await preview()).sender);
  });

  test('is for participants only, and doesn’t open with the signatory’s link', async () => {
    const token = await desk.send(team, made.packet, made.email);
    const outsider = await server.signIn('colleague@firm.test');
    for (const path of [
      `/packet/${made.packet}/preview`,
      `/packet/${made.packet}/preview/document/${made.item}`,
    ]) {
      expect((await server.client().get(path)).status).toBe(401);
      expect((await outsider.get(path)).status).toBe(404);
      expect((await server.client().get(path.replace(made.packet, token))).status).not.toBe(200);
    }
    expect((await server.client().get('/signing/preview')).status).not.toBe(200);
  });

  test('opens the document that the signatory reads, and records who opened it', async () => {
    await desk.send(team, made.packet, made.email);
    const path = `/packet/${made.packet}/preview/document/${made.item}`;
    expect((await client.get(path)).status).toBe(404);
    const file_key = `files/${'a'.repeat(64)}`;
    await server.services.db
      .updateTable('packet_documents')
      .set({ file_key })
      .where('packet', '=', made.packet)
      .execute();
    const opened = await client.get(path);
    expect(opened.status, opened.text).toBe(302);
    expect(opened.body.redirect_url).toContain('a'.repeat(64));
    const { body: me } = await client.get('/authentication/user/me');
    expect(await downloadsIn(server, team.deal)).toMatchObject([
      { actor: me.uuid, subject: made.packet, detail: { document: made.item } },
    ]);
  });

  test('waits until the packet has pages', async () => {
    await server.services.db
      .updateTable('packets')
      .set({ status: 'generating' })
      .where('uuid', '=', made.packet)
      .execute();
    const answer = await client.get(`/packet/${made.packet}/preview`);
    expect([answer.status, answer.body.error_message]).toEqual([
      422,
      'This packet’s pages are still being prepared. Try again in a minute.',
    ]);
    expect((await client.get(`/signatory/${made.jane}`)).body.read_only_signing_url).toBeNull();
  });
});
