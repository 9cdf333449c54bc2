import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { SharedDelay } from '../../../../server/auth/shared-delay.ts';
import { guessesFor } from '../../../../server/auth/signing-limits.ts';
import { checkPacketEvidence } from '../../../../server/signing/packets/check-packet-evidence.ts';
import type { TestClient } from '../../support/test-client.ts';
import { client, mailbox, openSigning, server, team } from '../open-signing.ts';
import { codeMailedTo, openDesk, type RoomDesk } from './room-desk.ts';

let desk: RoomDesk;
/** The device on which a signatory opens their first link. */
let first: TestClient;
/** Another device. */
let second: TestClient;

openSigning();
beforeEach(async () => {
  [first, second] = [server.client(), server.client()];
  desk = openDesk(server, mailbox, first);
});

/** Sends a packet with one page to a person, with or without an access code. */
async function sendPacket(body: object = {}) {
  const email = `jane-${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  return { email, jane, ...(await sendAnother(jane, email, 1, body)) };
}

async function sendAnother(jane: string, email: string, count: number, body: object = {}) {
  await team.assign(await team.item('SPA'), jane);
  const packet = await desk.make(team, { signatories: [jane] });
  const sent = await client.post(`/packet/${packet}/send`, body);
  expect(sent.status, sent.text).toBe(200);
  return { packet, token: await desk.linkFor(email, count) };
}

const inOrder = (one: string, other: string) => one.localeCompare(other);
const stateOn = async (device: TestClient, token: string): Promise<string> =>
  (await device.get(`/signing/${token}`)).body.state;
const view = (device: TestClient, token: string) => device.post(`/signing/${token}/viewed`, {});
const askForCode = (device: TestClient, token: string) => device.post(`/signing/${token}/device_code`, {});
const enter = (device: TestClient, token: string, code: string) =>
  device.post(`/signing/${token}/device`, { code });
const codeTo = (email: string) => codeMailedTo(mailbox, email);
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');
const eventsOf = (packet: string) =>
  server.services.db
    .selectFrom('signing_events')
    .selectAll()
    .where('packet', '=', packet)
    .orderBy('seq')
    .execute();
const kindsOf = async (packet: string) => (await eventsOf(packet)).map(({ kind }) => kind);

describe('a link', () => {
  test('opens on the first device without a code, and on another one only with the emailed code', async () => {
    const { email, packet, token } = await sendPacket();
    expect(await stateOn(first, token)).toBe('open');
    await view(first, token);
    const closed = {
      state: 'new_device',
      sender: { organization: 'Whitfield & Crane LLP' },
      address: 'j•••@alpha.test',
      code_expires_at: null,
    };
    expect((await second.get(`/signing/${token}`)).body).toEqual(closed);
    const asked = await askForCode(second, token);
    expect(asked.body).toMatchObject({ ...closed, code_expires_at: expect.any(String) });
    const code = await codeTo(email);
    expect(asked.text).not.toContain(code);
    const wrong = await enter(second, token, wrongCode(code));
    expect([wrong.status, wrong.body.error_message]).toEqual([
      422,
      'This code is incorrect. Enter the one from the newest email.',
    ]);
    const entered = await enter(second, token, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(entered.body).toMatchObject({ state: 'open', deal: 'Project Alder', packet });
    expect(entered.body.pages[0].svg).toContain('<svg');
    for (const device of [first, second]) expect(await stateOn(device, token)).toBe('open');
    expect(await kindsOf(packet)).toEqual(['sent', 'viewed', 'device_code_sent', 'device_confirmed']);
    expect(await stateOn(server.client(), token)).toBe('new_device');
  });

  test('allows nothing on another device before the code is entered', async () => {
    const { packet, token } = await sendPacket();
    const { documents, pages, consent } = await desk.open(token);
    await desk.act(token, 'consent', { version: consent.version });
    await desk.act(token, 'adopt', { name: 'Jane Doe', style: 'caveat' });
    const before = await eventsOf(packet);
    for (const [name, body] of [
      ['viewed', {}],
      ['adopt', { name: 'Eve', style: 'caveat' }],
      ['sign', { pages: pages.map(({ uuid, sha256 }) => ({ uuid, sha256 })) }],
      ['finish', {}],
      ['decline', { reason: 'No.' }],
      ['delegate', {}],
      ['device', { code: '123456' }],
    ] as const) {
      const answer = await second.post(`/signing/${token}/${name}`, body);
      if (name === 'device') expect(answer.status).toBe(422);
      else expect([name, answer.body.state]).toEqual([name, 'new_device']);
    }
    expect((await second.post(`/signing/${token}/witness_code`, {})).status).toBe(422);
    expect((await second.get(`/signing/${token}/document/${documents[0]?.uuid}`)).status).toBe(404);
    expect(await eventsOf(packet)).toEqual(before);
  });

  test('that an email scanner has opened still opens for its signatory without a code', async () => {
    const { token } = await sendPacket();
    const scanner = server.client();
    expect(await stateOn(scanner, token)).toBe('open');
    await view(first, token);
    expect(await stateOn(first, token)).toBe('open');
    expect(await stateOn(scanner, token)).toBe('new_device');
  });

  test('opens on only one of two devices that act at the same time', async () => {
    const { token } = await sendPacket();
    await Promise.all([first, second].map((device) => device.get(`/signing/${token}`)));
    const answers = await Promise.all([first, second].map((device) => view(device, token)));
    expect(answers.map(({ body }) => String(body.state)).toSorted(inOrder)).toEqual(['new_device', 'open']);
  });

  test('that was opened before devices were remembered needs a code on every device, as do the person’s other packets', async () => {
    const { email, jane, token } = await sendPacket();
    await view(first, token);
    const { token: other } = await sendAnother(jane, email, 2);
    await server.services.db.deleteFrom('signing_devices').execute();
    for (const link of [token, other]) expect(await stateOn(first, link)).toBe('new_device');
    await askForCode(second, token);
    expect((await enter(second, token, await codeTo(email))).body.state).toBe('open');
    expect([await stateOn(second, other), await stateOn(first, other)]).toEqual(['open', 'new_device']);
  });

  test('recognizes a device by a cookie that is sent only to signing rooms', async () => {
    const { token } = await sendPacket();
    const answer = await first.get(`/signing/${token}`);
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('signing_device='));
    expect(cookie).toMatch(
      /^signing_device=[\w-]{43}; Max-Age=5184000; Path=\/api\/signing; HttpOnly; SameSite=Strict$/,
    );
    await view(first, token);
    const rows = await server.services.db.selectFrom('signing_devices').selectAll().execute();
    const secret = first.cookies.get('signing_device') ?? '';
    expect(JSON.stringify(rows)).not.toContain(secret);
    // The next visit extends the life of the same secret.
    const again = await first.get(`/signing/${token}`);
    expect(again.headers.getSetCookie().join()).toContain(`signing_device=${secret}`);
  });

  test('opens in a browser without cookies, which needs a code the next time', async () => {
    const { email, token } = await sendPacket();
    const inPage = (device: string) => ({ headers: { 'x-signing-device': device, cookie: undefined } });
    const [page, reloaded] = [inPage(v7()), inPage(v7())];
    expect((await first.post(`/signing/${token}/viewed`, {}, page)).body.state).toBe('open');
    expect((await first.get(`/signing/${token}`, page)).body.state).toBe('open');
    expect((await first.get(`/signing/${token}`, reloaded)).body.state).toBe('new_device');
    await first.post(`/signing/${token}/device_code`, {}, reloaded);
    const body = { code: await codeTo(email) };
    expect((await first.post(`/signing/${token}/device`, body, reloaded)).body.state).toBe('open');
  });

  test('to signed pages opens on another device only with a code', async () => {
    const { email, packet, token } = await sendPacket();
    await desk.signAll(token);
    await desk.act(token, 'finish');
    await expect.poll(async () => (await first.get(`/signing/${token}`)).body.has_file).toBe(true);
    const file = () => second.get(`/signing/${token}/document/${packet}`);
    expect([await stateOn(second, token), (await file()).status]).toEqual(['new_device', 404]);
    await askForCode(second, token);
    expect((await enter(second, token, await codeTo(email))).body.state).toBe('completed');
    expect((await file()).status).toBe(302);
    expect(await checkPacketEvidence(server.services, packet)).toMatchObject({ faults: [] });
  });
});

describe('a device', () => {
  test('that is trusted opens the person’s other packets, and any other device needs a code for them', async () => {
    const { email, jane, token } = await sendPacket();
    await view(first, token);
    const { token: other } = await sendAnother(jane, email, 2);
    expect(await stateOn(second, other)).toBe('new_device');
    expect(await stateOn(first, other)).toBe('open');
  });

  test('is trusted for a packet that was sent to the same address in a different case, and no other device is', async () => {
    const { email, jane, packet, token } = await sendPacket();
    await view(first, token);
    const { token: other } = await sendAnother(jane, email, 2);
    await server.services.db
      .updateTable('packets')
      .set({ sent_to: email.toUpperCase() })
      .where('uuid', '=', packet)
      .execute();
    expect([await stateOn(first, other), await stateOn(second, other)]).toEqual(['open', 'new_device']);
  });

  test('stays trusted when a reminder sends a new link', async () => {
    const { email, jane, token } = await sendPacket();
    await view(first, token);
    await client.post(`/signatory/${jane}/send_reminder`, {});
    const newer = await desk.linkFor(email, 2);
    expect([await stateOn(first, newer), await stateOn(second, newer)]).toEqual(['open', 'new_device']);
  });

  test('that opened a packet at a wrong address isn’t trusted once the packet goes to the right one', async () => {
    const { jane, packet, token } = await sendPacket();
    await view(first, token);
    const corrected = `jane-${v7()}@beta.test`;
    await client.patch(`/signatory/${jane}`, { email: corrected });
    const canceled = await client.post(`/packet/${packet}/cancel`, { reason: 'Wrong address.' });
    expect(canceled.status, canceled.text).toBe(200);
    const again = await desk.make(team, { signatories: [jane] });
    await client.post(`/packet/${again}/send`, {});
    const newer = await desk.linkFor(corrected);
    expect((await view(second, newer)).body.state).toBe('open');
    expect(await stateOn(first, newer)).toBe('new_device');
  });

  test('whose holder says that the pages aren’t for them is no longer trusted and needs a code', async () => {
    const { email, jane, token } = await sendPacket();
    await view(first, token);
    await desk.act(token, 'delegate', { name: 'Max Roe' });
    await client.post(`/signatory/${jane}/send_reminder`, {});
    const newer = await desk.linkFor(email, 2);
    expect([await stateOn(first, newer), await stateOn(second, newer)]).toEqual(['new_device', 'new_device']);
    await askForCode(second, newer);
    expect((await enter(second, newer, await codeTo(email))).body.state).toBe('open');
    expect(await stateOn(first, newer)).toBe('new_device');
  });

  test('needs the access code first, then the emailed one', async () => {
    const { email, packet, token } = await sendPacket({ access_code: 'Alder 4711' });
    await first.post(`/signing/${token}/unlock`, { code: 'ALDER4711' });
    expect(await stateOn(second, token)).toBe('locked');
    // A person who doesn't know the access code can't trigger emails to the signatory.
    expect((await askForCode(second, token)).body.state).toBe('locked');
    const unlocked = await second.post(`/signing/${token}/unlock`, { code: 'ALDER4711' });
    expect(unlocked.body.state).toBe('new_device');
    await askForCode(second, token);
    expect((await enter(second, token, await codeTo(email))).body.state).toBe('open');
    expect(await kindsOf(packet)).toEqual([
      'sent',
      'unlocked',
      'unlocked',
      'device_code_sent',
      'device_confirmed',
    ]);
  });
});

describe('an emailed code', () => {
  /** Opens a packet on the first device, and sends a code for the second one. */
  async function sendCode() {
    const sent = await sendPacket();
    await view(first, sent.token);
    await askForCode(second, sent.token);
    return { ...sent, code: await codeTo(sent.email) };
  }

  test('is sent only to the packet’s address, is in no response, and is stored as a hash', async () => {
    const { email, packet, code } = await sendCode();
    const mail = (await mailbox.mails()).findLast(({ to }) => to?.some(({ address }) => address === email));
    expect(mail?.subject).toBe('Your code to open documents from Whitfield & Crane LLP');
    expect(mail?.from).toMatchObject({ name: 'Whitfield & Crane LLP via Counterpart' });
    expect(mail?.replyTo).toMatchObject([{ address: 'member@firm.test' }]);
    expect(mail?.text).toContain('was opened on a new device or browser');
    const row = await server.services.db
      .selectFrom('device_codes')
      .selectAll()
      .where('packet', '=', packet)
      .executeTakeFirstOrThrow();
    expect(row.code_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(await eventsOf(packet))).not.toContain(`"${code}"`);
    const admin = await server.signIn('admin@firm.test');
    const { organization } = (await admin.get('/authentication/user/me')).body;
    const outbox = await admin.get(`/authentication/organization/${organization}/outbox`);
    expect(outbox.text).not.toContain(code);
  });

  test('works once, for ten minutes', async () => {
    const { packet, token, code } = await sendCode();
    await server.services.db
      .updateTable('device_codes')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('packet', '=', packet)
      .execute();
    expect((await second.get(`/signing/${token}`)).body.code_expires_at).toBeNull();
    const late = await enter(second, token, code);
    expect([late.status, late.body.error_message]).toEqual([
      422,
      'This code no longer works. Get a new one.',
    ]);
    const other = await sendCode();
    expect((await enter(second, other.token, other.code)).body.state).toBe('open');
    const third = server.client();
    await third.get(`/signing/${other.token}`);
    expect((await enter(third, other.token, other.code)).status).toBe(422);
  });

  test('stops working after five wrong tries, even if they arrive at the same time', async () => {
    const { token, code } = await sendCode();
    const wrong = await Promise.all(
      Array.from({ length: 5 }, async () => enter(second, token, wrongCode(code))),
    );
    expect(wrong.map(({ body }) => String(body.error_message)).toSorted(inOrder)).toEqual(
      [
        ...Array.from({ length: 4 }, () => 'This code is incorrect. Enter the one from the newest email.'),
        'This code is incorrect, and that was your last try. Get a new code.',
      ].toSorted(inOrder),
    );
    expect((await enter(second, token, code)).body.error_message).toBe(
      'This code no longer works. Get a new one.',
    );
    expect((await second.get(`/signing/${token}`)).body).toMatchObject({
      state: 'new_device',
      code_expires_at: null,
    });
  });

  test('replaces the previous one, and requests for more than three are slowed down', async () => {
    const { email, packet, token, code } = await sendCode();
    await askForCode(second, token);
    await expect.poll(() => codeTo(email)).not.toBe(code);
    const newest = await codeTo(email);
    expect((await enter(second, token, code)).status).toBe(422);
    await askForCode(second, token);
    const again = await askForCode(second, token);
    expect(again.status).toBe(429);
    expect(again.body.error_message).toMatch(
      /^We’ve already emailed several codes\. Wait (a minute|\d+ seconds) and try again\.$/,
    );
    expect((await enter(second, token, newest)).status).toBe(422);
    await expect.poll(() => codeTo(email)).not.toBe(newest);
    expect((await enter(second, token, await codeTo(email))).body.state).toBe('open');
    expect((await kindsOf(packet)).filter((kind) => kind === 'device_code_sent')).toHaveLength(3);
  });

  test('is for one device: no other device can use it, replace it, or use up its tries or requests', async () => {
    const { email, token, code } = await sendCode();
    const other = server.client();
    await other.get(`/signing/${token}`);
    expect((await enter(other, token, code)).status).toBe(422);
    for (let request = 0; request < 3; request += 1) await askForCode(other, token);
    expect((await askForCode(other, token)).status).toBe(429);
    for (let guess = 0; guess < 6; guess += 1) expect((await enter(other, token, 'not it')).status).toBe(422);
    expect((await enter(second, token, code)).body.state).toBe('open');
    const third = server.client();
    await third.get(`/signing/${token}`);
    const mails = async () => mailbox.received.filter(({ to }) => to.includes(email)).length;
    // One email with the link, one code for the second device, and three for the third. Only then is the
    // newest code the third device's.
    await expect.poll(mails).toBe(5);
    expect((await askForCode(third, token)).status).toBe(200);
    await expect.poll(mails).toBe(6);
    expect((await enter(third, token, await codeTo(email))).body.state).toBe('open');
  });

  test('is no longer checked after 20 wrong ones for one person, whichever link is used, and the team is notified once', async () => {
    const { email, jane, token, code } = await sendCode();
    const { db, now } = server.services;
    const delay = new SharedDelay(db, now);
    // Changing the case of an address doesn't allow more guesses.
    const person = { signatory: jane, sent_to: email.toUpperCase() };
    for (let guess = 0; guess < 20; guess += 1) await delay.count([guessesFor(person)]);
    for (let guess = 0; guess < 2; guess += 1) {
      const refused = await enter(second, token, code);
      expect([refused.status, refused.body.error_message]).toEqual([
        429,
        'Too many incorrect codes were entered. Wait 15 minutes and try again.',
      ]);
    }
    const { token: other } = await sendAnother(jane, email, 3);
    await askForCode(second, other);
    expect((await enter(second, other, '123456')).status).toBe(429);
    const told = (await client.get('/notifications')).body.filter(
      ({ title, extra_data }: { title: string; extra_data: { transaction: string } }) =>
        title.startsWith('Someone keeps entering incorrect codes') && extra_data.transaction === team.deal,
    );
    expect(told).toHaveLength(1);
    expect(await stateOn(first, token)).toBe('open');
  });

  test('that is guessed too often lets the team cancel the person’s packets until something is signed', async () => {
    const { email, jane, packet, token, code } = await sendCode();
    const { packet: other, token: otherLink } = await sendAnother(jane, email, 3);
    const cancel = (uuid: string) => client.post(`/packet/${uuid}/cancel`, { reason: 'Not Jane.' });
    expect((await cancel(packet)).status).toBe(403);
    await desk.signAll(otherLink);
    const delay = new SharedDelay(server.services.db, server.services.now);
    const person = guessesFor({ signatory: jane, sent_to: email });
    for (let guess = 0; guess < 20; guess += 1) await delay.count([person]);
    expect((await enter(second, token, code)).status).toBe(429);
    expect((await cancel(packet)).body).toMatchObject({
      status: 'cancelled',
      guessed_at: expect.any(String),
    });
    expect((await cancel(other)).status).toBe(403);
    expect(await stateOn(second, token)).toBe('cancelled');
  });

  test('works after 20 wrong ones and the wait, even if a device without a code keeps trying, and starts no new wait', async () => {
    const { email, jane, token, code } = await sendCode();
    const { db } = server.services;
    const delay = new SharedDelay(db, () => new Date(Date.now() - 20 * 60_000));
    const person = guessesFor({ signatory: jane, sent_to: email });
    for (let guess = 0; guess < 20; guess += 1) await delay.count([person]);
    const counted = () =>
      db
        .selectFrom('attempts')
        .selectAll()
        .where('forget_ms', '=', person.rule.forgetAfter)
        .where('most_ms', '=', person.rule.most)
        .orderBy('key')
        .execute();
    const before = await counted();
    const third = server.client();
    await third.get(`/signing/${token}`);
    expect((await enter(third, token, code)).status).toBe(422);
    expect(await counted()).toEqual(before);
    expect((await enter(second, token, code)).body.state).toBe('open');
    await askForCode(third, token);
    await expect.poll(() => codeTo(email)).not.toBe(code);
    expect((await enter(third, token, await codeTo(email))).body.state).toBe('open');
  });
});
