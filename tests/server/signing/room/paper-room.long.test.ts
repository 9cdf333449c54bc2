import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { postForm } from '../../support/upload.ts';
import { printPacket } from '../packets/returned-scans.ts';
import { client, desk, openSigning, team } from '../open-signing.ts';
import { assignmentOf, paperRoom, photoOf, sendBack, signsOnPaper } from './paper-packet.ts';

const WAIT = { timeout: 60_000 };

openSigning();

/** Returns the room of a packet whose pages may all be back. */
const paperRoomOrDone = async (token: string) => (await desk.device.get(`/signing/${token}`)).body;

describe('pages that are signed on paper', () => {
  test('in front of a notary say which page of the packet the notary completes', async () => {
    const email = `${v7()}@alpha.test`;
    const jane = await team.person('Jane Doe', { email });
    for (const document of ['Deed', 'Will']) {
      const { uuid } = await team.assign(await team.item(document), jane);
      await client.patch(`/assignments/assignment/${uuid}`, { requires_notary: true });
    }
    const token = await desk.send(team, await desk.make(team, { signatories: [jane] }), email);
    const room = await paperRoom(token);
    expect(room.num_pages).toBe(4);
    expect(room.pages).toMatchObject([
      { number: 1, needs: ['notary'], acknowledgment: 2 },
      { number: 3, needs: ['notary'], acknowledgment: 4 },
    ]);
  });

  test('say in their room whether an access code opens it, so that the device keeps no photos of them', async () => {
    const { packet, token } = await signsOnPaper('Jane Doe', ['Will'], 'Alder 4711');
    expect((await desk.device.get(`/signing/${token}`)).body.state).toBe('locked');
    await desk.act(token, 'unlock', { code: 'alder 4711' });
    expect((await paperRoom(token)).has_access_code).toBe(true);
    const [sheet] = await printPacket(client, packet);
    await sendBack(token, await photoOf(sheet), 'Photo');
    await expect.poll(async () => (await paperRoomOrDone(token)).state, WAIT).toBe('completed');
    expect(await paperRoomOrDone(token)).toMatchObject({ on_paper: true, has_access_code: true });
  });

  test('exist once if the room submits them several times at once, as after a timeout', async () => {
    const { packet, token } = await signsOnPaper('Jane Doe', ['Will']);
    const sheets = await printPacket(client, packet);
    const uuid = v7();
    const form = await desk.act(token, 'upload', { uuid });
    expect((await postForm(form.body, await photoOf(sheets[0]))).ok).toBe(true);
    const handIn = async () => desk.act(token, 'returned_file', { uuid, name: 'Photo' });
    const answers = await Promise.all([handIn(), handIn(), handIn()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of answers) expect(body.files).toMatchObject([{ uuid, name: 'Photo' }]);
    await expect
      .poll(async () => (await paperRoomOrDone(token)).files, WAIT)
      .toMatchObject([{ uuid, status: 'ready', num_matched: 1 }]);
    expect(await team.list('/transactions/executed_document')).toMatchObject([{ uuid }]);
    const { events } = (await client.get(`/packet/${packet}`)).body;
    const uploads = events.filter(({ kind }: { kind: string }) => kind === 'uploaded');
    expect(uploads).toHaveLength(1);
  });

  test('of another person aren’t matched if they arrive through a link, and wait for the team', async () => {
    const jane = await signsOnPaper('Jane Doe', ['Will']);
    const john = await signsOnPaper('John Roe', ['Note']);
    const sheets = await printPacket(client, john.packet);
    await sendBack(jane.token, await photoOf(sheets[0]), 'Photo');
    await expect.poll(async () => (await paperRoom(jane.token)).files[0]?.status, WAIT).toBe('ready');
    expect((await paperRoom(jane.token)).files).toMatchObject([{ num_matched: 0, num_unmatched: 1 }]);
    expect(await team.list('/transactions/executed_document_page')).toMatchObject([
      { assignments: [], outcome: 'other_packet', candidates: john.assignments },
    ]);
    expect(await assignmentOf(john.assignments[0] ?? '')).toMatchObject({ status: 'sent' });
  });

  test('get an explanation in the room if a file can’t be read', async () => {
    const { token } = await signsOnPaper('Jane Doe', ['Will']);
    await sendBack(token, Buffer.concat([Buffer.from('Not a picture. '), Buffer.alloc(500, 32)]), 'Letter');
    await expect.poll(async () => (await paperRoom(token)).files[0]?.status, WAIT).toBe('failed');
    expect((await paperRoom(token)).files).toMatchObject([
      { name: 'Letter', problem: expect.stringContaining('isn’t a PDF, JPEG, or PNG') },
    ]);
  });

  test('are slowed down after 60 files', async () => {
    const { token } = await signsOnPaper('Jane Doe', ['Will']);
    for (let sent = 0; sent < 60; sent += 1)
      expect((await desk.act(token, 'upload', { uuid: v7() })).status).toBe(200);
    expect((await desk.act(token, 'upload', { uuid: v7() })).status).toBe(429);
  });
});
