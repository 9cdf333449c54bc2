import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { checkPacketEvidence } from '../../../../server/signing/packets/check-packet-evidence.ts';
import type { Act } from '../../../../src/contract/entities/transactions/activity.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { client, desk, openSigning, server, team, visitor } from '../open-signing.ts';
import {
  act,
  blankPdf,
  chainOf,
  linkFor,
  makePacket,
  openRoom,
  sendPacket,
  signAll,
  statuses,
} from './sent-packet.ts';

openSigning();

/** Returns a photo of ink on gray paper. */
const photoOf = (ink: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="400"><rect width="900" height="400" fill="#cfccc4"/>
        <g fill="none" stroke="#1b2f78" stroke-width="9">${ink}</g></svg>`,
    ),
  )
    .jpeg()
    .toBuffer();

/** Returns a small file that claims to have 2.5 billion pixels. */
async function vastPng(): Promise<Buffer> {
  const create = { width: 10, height: 10, channels: 3, background: '#fff' } as const;
  const png = await sharp({ create }).png().toBuffer();
  for (const at of [16, 20]) png.writeUInt32BE(50_000, at);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

const choosePicture = (token: string, picture: Buffer) =>
  act(token, 'adopt', {
    name: 'Jane Doe',
    style: 'picture',
    picture: { signature: picture.toString('base64'), initials: null },
  });

describe('a packet', () => {
  test('whose signatures need no acceptance is executed when it is finished', async () => {
    const { token } = await sendPacket();
    await server.services.db
      .updateTable('transactions')
      .set({ requires_acceptance: false })
      .where('uuid', '=', team.deal)
      .execute();
    await signAll(token);
    await act(token, 'finish');
    expect(await statuses()).toEqual(['executed', 'executed']);
  });

  test('is signed with a picture: only its ink goes on the pages, and the evidence has it', async () => {
    const { packet, token } = await sendPacket();
    const { consent, pages } = await openRoom(token);
    await act(token, 'consent', { version: consent.version });
    const signature = await photoOf('<path d="M60 200C200 20 300 280 480 120S700 60 840 180"/>');
    const chosen = await choosePicture(token, signature);
    expect(chosen.body.adopted).toMatchObject({
      name: 'Jane Doe',
      style: 'picture',
      outline: '',
      initials: null,
    });
    const { picture, width, height } = chosen.body.adopted;
    const redrawn = Buffer.from(picture, 'base64');
    expect(await sharp(redrawn).metadata()).toMatchObject({ format: 'png', width, height, hasAlpha: true });
    expect(redrawn.length).toBeLessThan(40_000);
    // Only the ink, without the paper around it.
    expect(width / height).toBeGreaterThan(2.5);
    await choosePicture(token, signature);
    const shown = pages.map(({ uuid, sha256 }) => ({ uuid, sha256 }));
    await act(token, 'sign', { pages: shown });
    await act(token, 'finish');
    await expect.poll(async () => (await visitor.get(`/signing/${token}`)).body.has_file).toBe(true);
    const own = await visitor.get(`/signing/${token}/document/${packet}`);
    const signed = new Uint8Array(await (await fetch(own.body.redirect_url)).arrayBuffer());
    const [before, after] = [await seePdf(await blankPdf(packet), 2), await seePdf(signed, 2)];
    const darker = (seen: (typeof after)[number] | undefined, than: number) =>
      seen?.gray.filter((value) => value < than).length ?? 0;
    expect(darker(after[0], 160)).toBeGreaterThan(darker(before[0], 160) + 200);
    expect(darker(after[0], 240)).toBeLessThan(darker(before[0], 240) + 8000);
    const adopted = (await chainOf(packet)).filter(({ kind }) => kind === 'adopted');
    expect(adopted).toMatchObject([
      { details: { style: 'picture', picture: { signature: { png: picture, width, height } } } },
    ]);
    expect(await checkPacketEvidence(server.services, packet)).toMatchObject({ faults: [] });
  });

  test('is not signed with a file that isn’t a picture, is damaged, too large or empty', async () => {
    const { token } = await sendPacket();
    const { consent } = await openRoom(token);
    await act(token, 'consent', { version: consent.version });
    const photo = await photoOf('<path d="M60 200L840 100"/>');
    const none = await act(token, 'adopt', { name: 'Jane Doe', style: 'picture' });
    for (const [answer, sentence] of [
      [none, 'Choose a picture of your signature.'],
      [await choosePicture(token, Buffer.from('GIF89a, or so it says')), 'isn’t a PNG or JPEG picture'],
      [await choosePicture(token, photo.subarray(0, photo.length / 2)), 'can’t be read'],
      [await choosePicture(token, await photoOf('')), 'We can’t find your signature in this picture.'],
      [await choosePicture(token, await vastPng()), 'too large'],
      [await choosePicture(token, Buffer.alloc(701_000)), 'too large'],
    ] as const)
      expect([answer.status, answer.body.error_message]).toEqual([422, expect.stringContaining(sentence)]);
    expect((await openRoom(token)).adopted).toBeNull();
  });

  test('is opened, signed, returned or declined under the signatory’s name in the deal’s activity', async () => {
    const acted = async () => {
      const { body } = await client.get(`/transactions/transaction/${team.deal}/activity`);
      return body.acts.flatMap(({ actor, command, subjects, num_subjects }: Act) =>
        command.startsWith('signing.')
          ? [[actor, command, subjects.map(({ kind, uuid }) => `${kind} ${uuid}`), num_subjects]]
          : [],
      );
    };
    const { email, jane, packet, token } = await sendPacket();
    const line = (command: string) => [{ uuid: jane, name: 'Jane Doe' }, command, [`packet ${packet}`], 1];
    await act(token, 'viewed');
    await act(token, 'delegate');
    expect(await acted()).toEqual([line('signing.viewed'), line('signing.delegate')]);
    expect((await client.post(`/signatory/${jane}/send_reminder`)).status).toBe(204);
    await desk.confirmDevice(token, email);
    await signAll(token);
    await act(token, 'finish');
    expect(await acted()).toHaveLength(3);
    expect((await acted())[2]).toEqual(line('signing.finish'));
  });

  test('can’t be returned to the team once one of its pages is signed', async () => {
    const { token } = await sendPacket();
    await signAll(token);
    const answer = await act(token, 'delegate');
    expect([answer.status, answer.body.error_message]).toEqual([
      422,
      'You have already signed a page. If the others aren’t for you, decline to sign.',
    ]);
    await openRoom(token);
  });
});

describe('an access code', () => {
  const send = async (access_code: string) => {
    const email = `jane-${v7()}@alpha.test`;
    const jane = await team.person('Jane Doe', { email });
    await team.assign(await team.item('SPA'), jane);
    const packet = await makePacket(jane);
    return { email, jane, packet, sent: await client.post(`/packet/${packet}/send`, { access_code }) };
  };
  const locked = { state: 'locked', sender: { organization: 'Whitfield & Crane LLP' } };

  test('that nobody has entered doesn’t keep the packet from being canceled', async () => {
    const cancel = async (packet: string) =>
      client.post(`/packet/${packet}/cancel`, { reason: 'The code is lost.' });
    const unopened = await send('Alder 4711');
    await linkFor(unopened.email);
    const canceled = await cancel(unopened.packet);
    expect(canceled.body, canceled.text).toMatchObject({ status: 'cancelled' });

    const opened = await send('Alder 4711');
    const token = await linkFor(opened.email);
    const signer = server.client();
    await signer.post(`/signing/${token}/unlock`, { code: 'ALDER4711' });
    await signer.post(`/signing/${token}/viewed`, {});
    expect((await cancel(opened.packet)).status).toBe(403);
  });

  test('is asked for again by the link in a reminder, and for the signed pages', async () => {
    const { email, jane, packet } = await send('Alder 4711');
    const token = await linkFor(email);
    const signer = server.client();
    await signer.post(`/signing/${token}/unlock`, { code: 'ALDER4711' });
    await client.post(`/signatory/${jane}/send_reminder`);
    const newer = await linkFor(email, 2);
    expect((await signer.get(`/signing/${newer}`)).body).toEqual(locked);
    const room = await signer.get(`/signing/${token}`);
    const { consent, pages } = room.body;
    await signer.post(`/signing/${token}/consent`, { version: consent.version });
    await signer.post(`/signing/${token}/adopt`, { name: 'Jane Doe', style: 'tinos_italic' });
    const [{ uuid, sha256 }] = pages;
    await signer.post(`/signing/${token}/sign`, { pages: [{ uuid, sha256 }] });
    expect((await signer.post(`/signing/${token}/finish`, {})).body.state).toBe('completed');
    expect((await visitor.get(`/signing/${token}`)).body).toEqual(locked);
    expect((await visitor.get(`/signing/${token}/document/${packet}`)).status).toBe(404);
  });

  test('remains the same for pages that are requested again', async () => {
    const { email } = await send('Alder 4711');
    const token = await linkFor(email);
    const signer = server.client();
    const room = await signer.post(`/signing/${token}/unlock`, { code: 'ALDER4711' });
    const { consent, pages } = room.body;
    await signer.post(`/signing/${token}/consent`, { version: consent.version });
    await signer.post(`/signing/${token}/adopt`, { name: 'Jane Doe', style: 'caveat' });
    await signer.post(`/signing/${token}/sign`, {
      pages: pages.map((page: { uuid: string; sha256: string }) => ({
        uuid: page.uuid,
        sha256: page.sha256,
      })),
    });
    await signer.post(`/signing/${token}/finish`, {});
    const [assignment] = await team.list('/assignments/assignment');
    const rejected = await client.post(`/assignments/assignment/${assignment?.uuid}/reject`, {
      reason: 'The title is wrong.',
    });
    expect(rejected.status, rejected.text).toBe(200);
    await desk.sendAgain(team);
    const again = await linkFor(email, 2);
    expect((await visitor.get(`/signing/${again}`)).body).toEqual(locked);
    const opened = await signer.post(`/signing/${again}/unlock`, { code: 'ALDER4711' });
    expect(opened.body.state).toBe('open');
  });
});

describe('a link', () => {
  test('that a reminder replaces is valid for one more day', async () => {
    const { email, jane, token } = await sendPacket();
    expect((await client.post(`/signatory/${jane}/send_reminder`)).status).toBe(204);
    const newer = await linkFor(email, 2);
    expect(newer).not.toBe(token);
    await openRoom(token);
    await openRoom(newer);
    await server.services.db
      .updateTable('signing_tokens')
      .set({ replaced_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('replaced_at', 'is not', null)
      .execute();
    expect((await visitor.get(`/signing/${token}`)).body.state).toBe('replaced');
    await act(token, 'decline', { reason: 'Too late.' });
    await openRoom(newer);
  });

  test('leads to the newer email once its pages were sent again', async () => {
    const { email, jane, token } = await sendPacket();
    await act(token, 'decline', { reason: 'The title is wrong.' });
    expect((await visitor.get(`/signing/${token}`)).body.state).toBe('declined');
    const again = await makePacket(jane);
    expect((await visitor.get(`/signing/${token}`)).body.state).toBe('declined');
    await client.post(`/packet/${again}/send`, {});
    await openRoom(await linkFor(email, 2));
    expect((await visitor.get(`/signing/${token}`)).body).toEqual({
      state: 'replaced',
      sender: { organization: 'Whitfield & Crane LLP' },
    });
  });
});
