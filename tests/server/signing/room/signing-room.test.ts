import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPacketEvidence } from '../../../../server/signing/packets/check-packet-evidence.ts';
import type { Act } from '../../../../src/contract/entities/transactions/activity.ts';
import { setFeature } from '../../../../server/store/account/features.ts';
import { hashOfEvent } from '../../../../server/store/deals/packets/signing-events.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { TestClient } from '../../support/test-client.ts';
import { downloadsIn } from '../../support/audit-rows.ts';
import { addParticipant, startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal, type DealTeam } from '../deal-team.ts';
import { openDesk, type RoomDesk } from './room-desk.ts';

let mailbox: MailCatcher;
let server: TestServer;
let client: TestClient;
let visitor: TestClient;
let team: DealTeam;
let desk: RoomDesk;

beforeAll(async () => {
  mailbox = await MailCatcher.start();
  server = await startTestServer({ smtpUrl: mailbox.url });
  client = await server.signIn('member@firm.test');
  visitor = server.client();
  desk = openDesk(server, mailbox, visitor);
});
afterAll(async () => {
  await server.stop();
  await mailbox.down();
});
beforeEach(async () => {
  team = await openDeal(server, client);
});

const makePacket = (signatory: string) => desk.make(team, { signatories: [signatory] });
const linkFor = (address: string, count?: number) => desk.linkFor(address, count);

/** A person with pages in two capacities, whose packet was sent. */
async function sendPacket() {
  const email = `jane-${v7()}@alpha.test`;
  const [alpha, jane] = [await team.entity('Alpha Corp.'), await team.person('Jane Doe', { email })];
  await team.relation(alpha, jane, 'President');
  await team.assign(await team.item('SPA'), alpha);
  await team.assign(await team.item('NDA'), jane);
  const packet = await makePacket(jane);
  const sent = await client.post(`/packet/${packet}/send`, { message: 'Please sign by Friday.' });
  expect(sent.status, sent.text).toBe(200);
  return { email, jane, packet, sent, token: await linkFor(email) };
}

const act = (token: string, name: string, body?: object) => desk.act(token, name, body);
const openRoom = (token: string) => desk.open(token);
const signAll = (token: string) => desk.signAll(token);

/** A photo of ink on gray paper. */
const photoOf = (ink: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="400"><rect width="900" height="400" fill="#cfccc4"/>
        <g fill="none" stroke="#1b2f78" stroke-width="9">${ink}</g></svg>`,
    ),
  )
    .jpeg()
    .toBuffer();

/** A small file that claims to have 2.5 billion pixels. */
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

const statuses = async () => (await team.list('/assignments/assignment')).map(({ status }) => status);
const statusOf = async (packet: string) =>
  (await team.list('/packet')).find(({ uuid }) => uuid === packet)?.['status'];

const chainOf = async (packet: string) =>
  server.services.db
    .selectFrom('signing_events')
    .selectAll()
    .where('packet', '=', packet)
    .orderBy('seq')
    .execute();

describe('a packet', () => {
  test('goes from the email to accepted signatures', async () => {
    const { packet, token } = await sendPacket();
    expect(await statuses()).toEqual(['sent', 'sent']);
    const room = await openRoom(token);
    expect(room).toMatchObject({
      signer: 'Jane Doe',
      deal: 'Project Alder',
      message: 'Please sign by Friday.',
      sender: { organization: 'Whitfield & Crane LLP' },
      pages: [
        { assignments: [{ capacity: 'Alpha Corp. by Jane Doe, President', signed_at: null }] },
        { assignments: [{ capacity: 'Jane Doe' }] },
      ],
    });
    expect(room.pages[0]?.svg).toContain('<svg');
    expect(room.pages[0]?.text).toContain('ALPHA CORP.');
    await signAll(token);
    expect(await statuses()).toEqual(['viewed', 'viewed']);
    const finished = await act(token, 'finish');
    expect(finished.body).toMatchObject({ state: 'completed' });
    expect(await statuses()).toEqual(['signed_pending_acceptance', 'signed_pending_acceptance']);
    const deal = await client.get(`/transactions/transaction/${team.deal}`);
    expect(deal.body).toMatchObject({ num_signatures: 2, num_esignings_waiting_to_be_accepted: 2 });
    expect(deal.body.distributed_at).not.toBeNull();
    const items = await team.list('/transactions/item');
    expect(items.every(({ frozen_at }) => frozen_at !== null)).toBe(true);
    const { body: told } = await client.get('/notifications');
    expect(told[0]).toMatchObject({ notification_type: 'packet_completed' });

    await expect.poll(async () => (await visitor.get(`/signing/${token}`)).body.has_file).toBe(true);
    const own = await visitor.get(`/signing/${token}/document/${packet}`);
    expect(own.status).toBe(302);
    expect(await downloadsIn(server, team.deal)).toMatchObject([
      { actor: null, subject: packet, address: '127.0.0.1', detail: { document: packet } },
    ]);
    const bytes = await (await fetch(own.body.redirect_url)).arrayBuffer();
    const [page] = await seePdf(new Uint8Array(bytes), 2);
    const blank = await seePdf(await blankPdf(packet), 2);
    const ink = (seen: typeof page) => seen?.gray.filter((value) => value < 160).length ?? 0;
    expect(ink(page)).toBeGreaterThan(ink(blank[0]) + 200);

    const ids = (await team.list('/assignments/assignment')).map(({ uuid }) => uuid);
    await client.post('/assignments/assignment/bulk_accept', { assignments: ids });
    expect(await statuses()).toEqual(['executed', 'executed']);
  });

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

  test('shows its link to nobody on the team', async () => {
    const { token, sent, packet } = await sendPacket();
    const admin = await server.signIn('admin@firm.test');
    const { organization } = (await admin.get('/authentication/user/me')).body;
    for (const answer of [
      sent,
      await client.get(`/packet?transaction=${team.deal}`),
      await client.get(`/signatory?transaction=${team.deal}`),
      await client.get(`/transactions/transaction/${team.deal}/changes`),
      await admin.get(`/authentication/organization/${organization}/outbox`),
    ])
      expect(answer.text).not.toContain(token);
    expect(JSON.stringify(await chainOf(packet))).not.toContain(token);
  });

  test('is signed only as it was shown, once, and only after the signatory agreed', async () => {
    const { packet, token } = await sendPacket();
    const { pages, consent } = await openRoom(token);
    const shown = pages.map(({ uuid, sha256 }) => ({ uuid, sha256 }));
    expect((await act(token, 'adopt', { name: 'Jane', style: 'caveat' })).status).toBe(422);
    await act(token, 'consent', { version: consent.version });
    expect((await act(token, 'sign', { pages: shown })).status).toBe(422);
    await act(token, 'adopt', { name: 'Jane', style: 'dancing_script' });
    const other = shown.map(({ uuid }) => ({ uuid, sha256: 'f'.repeat(64) }));
    const refused = await act(token, 'sign', { pages: other });
    expect(refused.status).toBe(422);
    expect(refused.body.error_message).toContain('has changed since you saw it');
    expect((await act(token, 'finish')).status).toBe(422);
    const { adopted } = await openRoom(token);
    await act(token, 'adopt', { name: 'Jane', style: 'caveat' });
    const elsewhere = await act(token, 'sign', {
      pages: shown.map((page) => ({ ...page, signature: adopted?.sha256 })),
    });
    expect(elsewhere.status).toBe(422);
    expect(elsewhere.body.error_message).toContain(
      'You changed your signature in another tab or on another device.',
    );
    await act(token, 'sign', { pages: shown.slice(0, 1) });
    expect(await statusOf(packet)).toBe('partially_signed');
    await act(token, 'sign', { pages: shown });
    await act(token, 'sign', { pages: shown });
    const events = await chainOf(packet);
    const signed = events.filter(({ kind }) => kind === 'signed');
    expect(signed.flatMap(({ details }) => details['signatures'])).toHaveLength(2);
  });

  test('is signed with the strokes that were drawn, which the evidence has and the server puts on the pages', async () => {
    const { packet, token } = await sendPacket();
    const { consent, pages } = await openRoom(token);
    await act(token, 'consent', { version: consent.version });
    const chosen = { name: 'Jane Doe', style: 'drawn' };
    const draw = (signature: number[][][]) =>
      act(token, 'adopt', { ...chosen, drawing: { signature, initials: null } });
    const stroke = Array.from({ length: 60 }, (_, at) => [at * 15, 200 + (at % 5) * 30, at * 9]);
    for (const [answer, sentence] of [
      [await act(token, 'adopt', chosen), 'Draw your signature.'],
      [await draw([]), 'Draw your signature.'],
      [await draw([[[10, 10, 0]]]), 'Draw your signature larger.'],
      [await draw(Array.from({ length: 51 }, () => stroke)), 'This drawing has too many lines.'],
      [await draw(Array.from({ length: 101 }, () => stroke)), 'This drawing has too many lines.'],
      [
        await draw([
          [
            [10, 10, 0],
            [5000, 10, 5],
          ],
        ]),
        '',
      ],
    ] as const)
      expect([answer.status, answer.body.error_message]).toEqual([422, expect.stringContaining(sentence)]);
    const drawn = await draw([stroke]);
    expect(drawn.body.adopted).toMatchObject({ name: 'Jane Doe', style: 'drawn', initials: null });
    await draw([stroke]);
    const shown = pages.map(({ uuid, sha256 }) => ({ uuid, sha256 }));
    await act(token, 'sign', { pages: shown });
    expect((await draw([stroke, stroke])).body.error_message).toContain('you can’t change your signature');
    await act(token, 'finish');
    await expect.poll(async () => (await visitor.get(`/signing/${token}`)).body.has_file).toBe(true);
    const own = await visitor.get(`/signing/${token}/document/${packet}`);
    const signed = new Uint8Array(await (await fetch(own.body.redirect_url)).arrayBuffer());
    const [before, after] = [await seePdf(await blankPdf(packet), 2), await seePdf(signed, 2)];
    const ink = (seen: (typeof after)[number] | undefined) =>
      seen?.gray.filter((value) => value < 160).length ?? 0;
    expect(ink(after[0])).toBeGreaterThan(ink(before[0]) + 200);
    const events = await chainOf(packet);
    const adopted = events.filter(({ kind }) => kind === 'adopted');
    expect(adopted).toMatchObject([{ details: { style: 'drawn', drawing: { signature: [stroke] } } }]);
    expect(await checkPacketEvidence(server.services, packet)).toMatchObject({ faults: [] });
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
    // The ink without the paper around it.
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

  test('leaves a chain of evidence that reveals every change', async () => {
    const { packet, token } = await sendPacket();
    await signAll(token);
    await act(token, 'finish', { device_at: '2026-03-01T12:00:00.000Z' });
    await expect.poll(async () => (await chainOf(packet)).length).toBe(7);
    const events = await chainOf(packet);
    expect(events.map(({ kind }) => kind)).toEqual([
      'sent',
      'viewed',
      'consented',
      'adopted',
      'signed',
      'finished',
      'sealed',
    ]);
    let previous = '0'.repeat(64);
    for (const { hash, transaction: _, at, device_at, ...event } of events) {
      const hashed = { ...event, at: at.toISOString(), device_at: device_at?.toISOString() ?? null };
      expect(event.previous_hash).toBe(previous);
      expect(hashOfEvent(hashed)).toBe(hash);
      expect(hashOfEvent({ ...hashed, address: 'elsewhere' })).not.toBe(hash);
      previous = hash;
    }
    const change = server.services.db.updateTable('signing_events').set({ address: 'elsewhere' });
    await expect(change.where('packet', '=', packet).execute()).rejects.toThrow('never changed');
  });

  test('that is declined tells the team why, and its pages can go into another packet', async () => {
    const { packet, token } = await sendPacket();
    const answer = await act(token, 'decline', { reason: 'Not me.' });
    expect(answer.body).toEqual({ state: 'declined', sender: { organization: 'Whitfield & Crane LLP' } });
    expect(await statuses()).toEqual(['assigned', 'assigned']);
    expect((await team.list('/packet'))[0]).toMatchObject({ uuid: packet, declined_reason: 'Not me.' });
    const { body: told } = await client.get('/notifications');
    expect(told[0]).toMatchObject({ notification_type: 'packet_declined' });
    const { body: activity } = await client.get(`/transactions/transaction/${team.deal}/activity`);
    expect(activity.acts.at(-1)).toMatchObject({ actor: { name: 'Jane Doe' }, command: 'signing.decline' });
  });

  test('is opened, signed, given back or declined under the signatory’s name in the deal’s activity', async () => {
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

  test('that isn’t for its reader goes back to the team, which asks again or cancels it', async () => {
    const { email, jane, packet, token } = await sendPacket();
    const { consent, documents } = await openRoom(token);
    await act(token, 'consent', { version: consent.version });
    await act(token, 'adopt', { name: 'Someone Else', style: 'caveat' });
    const instead = { name: 'Max Roe', email: 'max@alpha.test', note: 'He took over in May.' };
    const wrong = await act(token, 'delegate', { ...instead, email: 'max@' });
    expect([wrong.status, wrong.body.error_message]).toEqual([422, '“max@” isn’t an email address.']);
    const gone = { state: 'wrong_person', sender: { organization: 'Whitfield & Crane LLP' } };
    expect((await act(token, 'delegate', instead)).body).toEqual(gone);
    expect((await act(token, 'delegate', { name: 'Another' })).body).toEqual(gone);
    expect((await visitor.get(`/signing/${token}/document/${documents[0]?.uuid}`)).status).toBe(404);
    const [row] = await team.list('/packet');
    expect(row).toMatchObject({ uuid: packet, status: 'viewed', wrong_person: instead });
    const { body: told } = await client.get('/notifications');
    expect(told[0]).toMatchObject({ notification_type: 'packet_delegated', level: 'warning' });
    expect(mailbox.received.some(({ to }) => to.includes('max@alpha.test'))).toBe(false);
    const kinds = async () => (await chainOf(packet)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['sent', 'viewed', 'consented', 'adopted', 'delegated']);

    expect((await client.post(`/signatory/${jane}/send_reminder`)).status).toBe(204);
    await desk.confirmDevice(await linkFor(email, 2), email);
    const room = await openRoom(token);
    expect([room.consented_at, room.adopted]).toEqual([null, null]);
    expect((await team.list('/packet'))[0]).toMatchObject({ wrong_person: null });
    await act(token, 'delegate');
    expect((await team.list('/packet'))[0]).toMatchObject({
      wrong_person: { name: '', email: '', note: '' },
    });
    const canceled = await client.post(`/packet/${packet}/cancel`, { reason: 'Max Roe signs.' });
    expect(canceled.body).toMatchObject({ status: 'cancelled', wrong_person: null });
    expect(await statuses()).toEqual(['assigned', 'assigned']);
  });

  test('can’t be given back once a page of it is signed', async () => {
    const { token } = await sendPacket();
    await signAll(token);
    const answer = await act(token, 'delegate');
    expect([answer.status, answer.body.error_message]).toEqual([
      422,
      'You have already signed a page. If the others aren’t for you, decline to sign.',
    ]);
    await openRoom(token);
  });

  test('shows its signed pages only to the organization that collected them', async () => {
    const { packet, token } = await sendPacket();
    await signAll(token);
    await act(token, 'finish');
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const counsel = await server.signIn('counsel@outside.test');
    const keyFor = async (each: TestClient) =>
      new URL((await each.post(`/packet/${packet}/download`)).body.redirect_url).pathname;
    await expect.poll(async () => (await keyFor(client)) === (await keyFor(counsel))).toBe(false);
    const { file_key } = await server.services.db
      .selectFrom('packets')
      .select('file_key')
      .where('uuid', '=', packet)
      .executeTakeFirstOrThrow();
    expect(await keyFor(counsel)).toContain(String(file_key));
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

  test('that is too easy to guess is refused when the packet is sent', async () => {
    const { sent } = await send('1-2-3');
    expect([sent.status, sent.body.error_message]).toEqual([
      422,
      'An access code needs at least 6 letters or digits.',
    ]);
  });

  test('shows nothing about the deal to a person who has only the link', async () => {
    const { email, packet, sent } = await send('Alder 4711');
    expect(sent.body).toMatchObject({ status: 'sent', has_access_code: true });
    const token = await linkFor(email);
    const row = await server.services.db
      .selectFrom('packets')
      .select('access_code_hash')
      .where('uuid', '=', packet)
      .executeTakeFirstOrThrow();
    expect(row.access_code_hash).toMatch(/^\$argon2id\$/);
    expect(sent.text).not.toContain('argon2');
    const mail = (await mailbox.mails()).findLast(({ to }) => to?.some(({ address }) => address === email));
    expect(mail?.text).toContain('you need an access code');
    expect(mail?.text?.toLowerCase()).not.toContain('4711');

    const [item] = await team.list('/transactions/item');
    expect((await visitor.get(`/signing/${token}`)).body).toEqual(locked);
    for (const [name, body] of [
      ['viewed', {}],
      ['consent', { version: '1' }],
      ['adopt', { name: 'Jane', style: 'caveat' }],
      ['sign', { pages: [{ uuid: packet, sha256: 'a' }] }],
      ['finish', {}],
      ['decline', { reason: 'No.' }],
      ['delegate', {}],
    ] as const)
      expect([name, (await act(token, name, body)).body]).toEqual([name, locked]);
    for (const id of [item?.uuid, packet])
      expect((await visitor.get(`/signing/${token}/document/${id}`)).status).toBe(404);
    expect((await chainOf(packet)).map(({ kind }) => kind)).toEqual(['sent']);

    const wrong = await act(token, 'unlock', { code: 'ALDER 4712' });
    expect([wrong.status, wrong.body.error_message]).toEqual([
      422,
      'This code is incorrect. Check it with the sender and try again.',
    ]);
    const signer = server.client();
    const unlocked = await signer.post(`/signing/${token}/unlock`, { code: 'alder-4711' });
    expect(unlocked.body).toMatchObject({ state: 'open', deal: 'Project Alder', packet });
    expect((await signer.get(`/signing/${token}`)).body.state).toBe('open');
    await signer.post(`/signing/${token}/viewed`, {});
    expect((await chainOf(packet)).map(({ kind }) => kind)).toEqual(['sent', 'unlocked', 'viewed']);
    // Elsewhere it is still locked.
    expect((await visitor.get(`/signing/${token}`)).body).toEqual(locked);
  });

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

  test('is the same for pages that are asked for again', async () => {
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

  test('that is guessed is slowed down for the packet, also with the right code', async () => {
    const { email } = await send('Alder 4711');
    const token = await linkFor(email);
    for (let tries = 0; tries < 5; tries += 1) await act(token, 'unlock', { code: `WRONG ${tries}` });
    const answer = await act(token, 'unlock', { code: 'ALDER4711' });
    expect(answer.status).toBe(429);
    expect(answer.body.error_message).toContain('Too many incorrect codes were entered.');
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

  test('opens nothing once its packet is canceled or has expired', async () => {
    const { packet, token } = await sendPacket();
    const set = (change: object) =>
      server.services.db.updateTable('packets').set(change).where('uuid', '=', packet).execute();
    await set({ expires_at: new Date(Date.now() - 1000) });
    const expired = await visitor.get(`/signing/${token}`);
    expect(expired.body).toEqual({ state: 'expired', sender: { organization: 'Whitfield & Crane LLP' } });
    await set({ expires_at: new Date(Date.now() + 60_000) });
    await setFeature(server.services.db, {
      name: 'CANCEL_ESIGN',
      transaction: team.deal,
      is_active: true,
      set_at: new Date(),
    });
    await client.post(`/packet/${packet}/cancel`, { reason: 'A new draft.' });
    expect((await visitor.get(`/signing/${token}`)).body.state).toBe('cancelled');
    expect((await act(token, 'viewed')).body.state).toBe('cancelled');
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

  test('that doesn’t exist says so, and trying many is slowed down', async () => {
    const guess = () => visitor.get(`/signing/${v7().replaceAll('-', '')}abcdefghijk`);
    const answer = await guess();
    expect(answer.status).toBe(404);
    expect(answer.body.error_message).toContain('This link isn’t valid');
    for (let tries = 0; tries < 20; tries += 1) await guess();
    expect((await guess()).status).toBe(429);
    await server.services.db.deleteFrom('attempts').execute();
  });
});

describe('sending', () => {
  test('is refused if the organization has turned signing off', async () => {
    const jane = await team.person('Jane Doe', { email: 'jane@alpha.test' });
    await team.assign(await team.item('SPA'), jane);
    const packet = await makePacket(jane);
    const admin = await server.signIn('admin@firm.test');
    const { organization } = (await admin.get('/authentication/user/me')).body;
    const turn = (disable_signature_application: boolean) =>
      admin.patch(`/authentication/organization/${organization}`, { disable_signature_application });
    await turn(true);
    const answer = await client.post(`/packet/${packet}/send`, {});
    const reminder = await client.post(`/signatory/${jane}/send_reminder`, {});
    await turn(false);
    expect([reminder.status, reminder.body.error_message]).toEqual([403, answer.body.error_message]);
    expect(answer.status).toBe(403);
    expect(answer.body.error_message).toBe(
      'Your organization has turned off signing, so packets and reminders can’t be sent.',
    );
  });

  test.each([
    [
      'was signed',
      'executed',
      'Pages of Jane Doe were already signed. Create the packet again for the remaining pages, then send it.',
    ],
    [
      'was sent in another packet',
      'sent',
      'Pages of Jane Doe were already sent in another packet. Create the packet again for the remaining pages, then send it.',
    ],
    [
      'no longer has to be signed',
      'superseded',
      'Pages of Jane Doe have changed since the packet was created. Create the packet again, then send it.',
    ],
  ] as const)('is refused once a page of the packet %s', async (_, status, sentence) => {
    const jane = await team.person('Jane Doe', { email: 'jane@alpha.test' });
    const spa = await team.assign(await team.item('SPA'), jane);
    await team.assign(await team.item('NDA'), jane);
    const packet = await makePacket(jane);
    await team.status(spa.uuid, status);
    const answer = await client.post(`/packet/${packet}/send`, {});
    expect([answer.status, answer.body.error_message]).toEqual([422, sentence]);
    const rows = await team.list('/assignments/assignment');
    expect(rows.map((row) => row['status'])).toEqual([status, 'in_packet']);
  });

  test('is refused without an email address, or when a page has changed since', async () => {
    const jane = await team.person('Jane Doe');
    await team.assign(await team.item('SPA'), jane);
    const packet = await makePacket(jane);
    const send = () => client.post('/packet/send', { packets: [packet] });
    expect((await send()).body.error_message).toBe('Jane Doe has no email address.');
    await client.patch(`/signatory/${jane}`, { email: 'jane@alpha.test', full_name: 'Jane B. Doe' });
    expect((await send()).body.error_message).toBe(
      'Pages of Jane B. Doe have changed since the packet was created. Create the packet again, then send it.',
    );
    const again = await makePacket(jane);
    const sent = await client.post('/packet/send', { packets: [again] });
    expect(sent.body).toMatchObject([{ uuid: again, status: 'sent' }]);
  });
});

async function blankPdf(packet: string): Promise<Uint8Array> {
  await addParticipant(server, team.deal, 'counsel@outside.test');
  const counsel = await server.signIn('counsel@outside.test');
  const { body } = await counsel.post(`/packet/${packet}/download`);
  return new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer());
}
