import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { checkPacketEvidence } from '../../../../server/signing/packets/check-packet-evidence.ts';
import { setFeature } from '../../../../server/store/account/features.ts';
import { hashOfEvent } from '../../../../server/store/deals/packets/signing-events.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import type { TestClient } from '../../support/test-client.ts';
import { downloadsIn } from '../../support/audit-rows.ts';
import { addParticipant } from '../../support/test-server.ts';
import { client, desk, mailbox, openSigning, server, team, visitor } from '../open-signing.ts';
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

const statusOf = async (packet: string) =>
  (await team.list('/packet')).find(({ uuid }) => uuid === packet)?.['status'];

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

  test('is signed only in the state that was shown, once, and only after the signatory has agreed', async () => {
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

  test('is signed with the drawn strokes, which the evidence contains and the server puts on the pages', async () => {
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

  test('that is declined shows the team the reason, and its pages can go into another packet', async () => {
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
    // On other devices, it is still locked.
    expect((await visitor.get(`/signing/${token}`)).body).toEqual(locked);
  });

  test('has limited guesses for the packet, even with the right code', async () => {
    const { email } = await send('Alder 4711');
    const token = await linkFor(email);
    for (let tries = 0; tries < 5; tries += 1) await act(token, 'unlock', { code: `WRONG ${tries}` });
    const answer = await act(token, 'unlock', { code: 'ALDER4711' });
    expect(answer.status).toBe(429);
    expect(answer.body.error_message).toContain('Too many incorrect codes were entered.');
  });
});

describe('a link', () => {
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
