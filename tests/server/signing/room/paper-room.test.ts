import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { printPdf } from '../../../support/signing/scans.ts';
import { acceptPage } from '../packets/returned-scans.ts';
import { client, desk, openSigning, server, team } from '../open-signing.ts';
import { assignmentOf, paperRoom, photoOf, sendBack, signsOnPaper } from './paper-packet.ts';

const WAIT = { timeout: 60_000 };

openSigning();

describe('pages that are signed on paper', () => {
  test('are printed and come back as photos through their link, and the team accepts them', async () => {
    const { signatory, assignments, packet, token } = await signsOnPaper('Jane Doe', ['Will', 'Note']);
    const [first = '', second = ''] = assignments;
    expect(await paperRoom(token)).toMatchObject({
      signer: 'Jane Doe',
      has_access_code: false,
      message: 'Please sign by Friday.',
      num_pages: 2,
      pages: [
        { number: 1, needs: ['original'], acknowledgment: null, is_back: false },
        { number: 2, needs: ['original'], is_back: false },
      ],
      files: [],
    });
    await desk.act(token, 'viewed');
    const { body } = await desk.device.get(`/signing/${token}/document/${packet}`);
    const sheets = await printPdf(new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer()));

    const uuid = await sendBack(token, await photoOf(sheets[0]), 'Photo 1');
    await expect.poll(async () => (await paperRoom(token)).files[0]?.status, WAIT).toBe('ready');
    // The response may be lost, so the room asks again.
    await desk.act(token, 'returned_file', { uuid, name: 'Photo 1' });
    const room = await paperRoom(token);
    expect(room.pages.map(({ is_back: isBack }) => isBack)).toEqual([true, false]);
    expect(room.files).toEqual([
      { uuid, name: 'Photo 1', status: 'ready', problem: null, num_matched: 1, num_unmatched: 0 },
    ]);
    expect(await team.list('/transactions/executed_document')).toMatchObject([
      { uuid, expected_signatory: signatory },
    ]);
    expect(await assignmentOf(first)).toMatchObject({ status: 'signed_pending_acceptance' });
    const { events } = (await client.get(`/packet/${packet}`)).body;
    expect(events).toMatchObject([
      { kind: 'sent' },
      { kind: 'viewed' },
      { kind: 'uploaded', note: 'Photo 1', actor: null },
      { kind: 'returned', actor: null },
    ]);
    const accepted = await acceptPage(client, team.deal, first);
    expect(accepted.body, accepted.text).toMatchObject({ status: 'executed' });

    await sendBack(token, await photoOf(sheets[1]), 'Photo 2');
    const isDone = async () => (await desk.device.get(`/signing/${token}`)).body.state;
    await expect.poll(isDone, WAIT).toBe('completed');
    expect((await desk.device.get(`/signing/${token}`)).body).toMatchObject({ on_paper: true });
    expect(await assignmentOf(second)).toMatchObject({ status: 'signed_pending_acceptance' });
    // Other signed papers may follow.
    const more = await sendBack(token, await photoOf(sheets[1]), 'Acknowledgment');
    const files = async () => (await desk.device.get(`/signing/${token}`)).body.files;
    await expect
      .poll(async () => (await files()).find((file: { uuid: string }) => file.uuid === more)?.status, WAIT)
      .toBe('ready');
    expect((await desk.device.get(`/signing/${token}`)).body).toMatchObject({
      state: 'completed',
      on_paper: true,
    });
  });

  test('come back only from a trusted device, and only while their packet is out', async () => {
    const { token, packet } = await signsOnPaper('Jane Doe', ['Will']);
    await desk.act(token, 'viewed');
    const stranger = server.client();
    const uuid = v7();
    const refused = await stranger.post(`/signing/${token}/upload`, { uuid });
    expect(refused.status, refused.text).toBe(403);
    const handedIn = await stranger.post(`/signing/${token}/returned_file`, { uuid, name: 'Scan' });
    expect(handedIn.body.state, handedIn.text).toBe('new_device');
    expect((await stranger.get(`/signing/${token}/document/${packet}`)).status).toBe(404);
    const unknown = await desk.act('x'.repeat(43), 'upload', { uuid });
    expect(unknown.status).toBe(404);
    const missing = await desk.act(token, 'returned_file', { uuid, name: 'Scan' });
    expect(missing.status).toBe(422);
    expect(missing.body.error_message).toBe('The file hasn’t reached us. Send it again.');
    // They can’t be signed electronically in the room.
    expect((await desk.act(token, 'finish')).body.state).toBe('paper');

    const declined = await desk.act(token, 'decline', { reason: 'I have no printer.' });
    expect(declined.body.state, declined.text).toBe('declined');
    expect((await desk.act(token, 'upload', { uuid })).status).toBe(422);
    expect((await desk.act(token, 'returned_file', { uuid, name: 'Scan' })).body.state).toBe('declined');
    expect(await team.list('/transactions/executed_document')).toEqual([]);
  });
});
