import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaperRoom } from '../../../../src/contract/entities/signing/signing-room.ts';
import { printPdf, scanPage, signatureInk } from '../../../support/signing/scans.ts';
import type { SeenPage } from '../../../support/open-pdfium.ts';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { TestClient } from '../../support/test-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { postForm } from '../../support/upload.ts';
import { openDeal, type DealTeam } from '../deal-team.ts';
import { acceptPage } from '../packets/returned-scans.ts';
import { openDesk, type RoomDesk } from './room-desk.ts';

const WAIT = { timeout: 60_000 };

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

/** Creates a person who signs these documents in wet ink. Returns the link of their packet. */
async function signsOnPaper(name: string, documents: readonly string[], access_code?: string) {
  const email = `${v7()}@alpha.test`;
  const signatory = await team.person(name, { email });
  const assignments: string[] = [];
  for (const document of documents) {
    const item = await team.item(document);
    await client.patch(`/transactions/item/${item}`, { requires_original_signatures: true });
    assignments.push((await team.assign(item, signatory)).uuid);
  }
  const packet = await desk.make(team, { signatories: [signatory] });
  const sent = await client.post(`/packet/${packet}/send`, {
    message: 'Please sign by Friday.',
    access_code,
  });
  expect(sent.status, sent.text).toBe(200);
  return { signatory, assignments, packet, token: await desk.linkFor(email) };
}

async function paperRoom(token: string): Promise<PaperRoom> {
  const answer = await desk.device.get(`/signing/${token}`);
  expect(answer.body.state, answer.text).toBe('paper');
  return answer.body;
}

/** Sends back a file through a link, like the room does. */
async function sendBack(token: string, bytes: Uint8Array, name: string): Promise<string> {
  const uuid = v7();
  const form = await desk.act(token, 'upload', { uuid });
  expect(form.status, form.text).toBe(200);
  expect((await postForm(form.body, bytes)).ok).toBe(true);
  const returned = await desk.act(token, 'returned_file', { uuid, name });
  expect(returned.status, returned.text).toBe(200);
  return uuid;
}

const photoOf = async (sheet: SeenPage | undefined) => {
  if (!sheet) throw new Error('There is no such page.');
  return scanPage(sheet, { rotate: 3, ink: signatureInk(150, 300) });
};

const assignmentOf = async (uuid: string) =>
  (await team.list('/assignments/assignment')).find((each) => each.uuid === uuid);

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
