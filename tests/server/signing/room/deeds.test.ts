import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readBarcodes } from 'zxing-wasm/reader';
import { verifyEvidence } from '../../../../server/admin/verify-evidence.ts';
import { prepareCodes } from '../../../../server/convert/scans/find-codes.ts';
import { pdfKey } from '../../../../server/storage/object-keys.ts';
import type { OpenRoom } from '../../../../src/contract/entities/signing/signing-room.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { addFiledItem, insertDocument } from '../../support/deal-with-rows.ts';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { TestClient } from '../../support/test-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal, type DealTeam } from '../deal-team.ts';
import { openDesk, type RoomDesk } from './room-desk.ts';

let server: TestServer;
let client: TestClient;
let visitor: TestClient;
let team: DealTeam;
let mailbox: MailCatcher;
let desk: RoomDesk;
let numDeeds = 0;

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

const FINAL = 'the final deed';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const WITNESS = {
  name: 'Wanda Hall',
  address: '1 High Street, Leeds LS1 4DY',
  occupation: 'Teacher',
  is_present: true,
  style: 'dancing_script',
};

async function giveFile(document: string, text: string): Promise<void> {
  const key = pdfKey(hashOf(text));
  await server.services.objects.put(key, Buffer.from(text));
  await server.services.db
    .updateTable('documents')
    .set({ pdf_file_key: key })
    .where('uuid', '=', document)
    .execute();
}

/** A deed that Jane Doe signs for Alpha Corp., sent to her, with her signature chosen. */
async function sentDeed(edit: object = { is_deed: true }) {
  numDeeds += 1;
  const email = `jane.deed.${numDeeds}@alpha.test`;
  const { filed: item, document } = await addFiledItem(server, client, team.deal);
  await giveFile(document, FINAL);
  await client.patch(`/transactions/item/${item}`, edit);
  const jane = await team.person('Jane Doe', { email });
  const alpha = await team.entity('Alpha Corp.');
  await team.relation(alpha, jane);
  const { uuid: assignment } = await team.assign(item, alpha);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  const { consent } = await desk.open(token);
  await desk.act(token, 'consent', { version: consent.version });
  await desk.act(token, 'adopt', { name: 'Jane Doe', style: 'caveat' });
  return { item, document, assignment, packet, token, email };
}

type Deed = Awaited<ReturnType<typeof sentDeed>>;

const shownIn = ({ pages }: OpenRoom) => pages.map(({ uuid, sha256 }) => ({ uuid, sha256 }));

async function submit({ token, item }: Deed, more: object = {}) {
  const pages = shownIn(await desk.open(token));
  return desk.act(token, 'deed_submission', { item, document_sha256: hashOf(FINAL), pages, ...more });
}

/** What the witness sees of the signed pages. */
const toWitness = ({ pages }: Pick<OpenRoom, 'pages'>) =>
  pages.map(({ uuid, witness }) => ({ uuid, sha256: witness?.sha256 ?? 'unsigned' }));

async function witness(token: string, more: object = {}) {
  return desk.act(token, 'witness', { ...WITNESS, pages: toWitness(await desk.open(token)), ...more });
}

const said = (answer: { body: { error_message?: string } }) => answer.body.error_message;

describe('a deed', () => {
  test('is signed together with the whole document before a witness, and the sealed PDF and the record name them', async () => {
    const deed = await sentDeed();
    const { packet, token, assignment, item } = deed;
    const { documents } = await desk.open(token);
    expect(documents).toMatchObject([{ uuid: item, is_whole: true }]);
    const submitted = await submit(deed);
    expect(submitted.status, submitted.text).toBe(200);
    const early = await desk.act(token, 'finish');
    expect(said(early)).toBe('Your witness hasn’t signed yet. You can finish once they have.');
    const witnessed = await witness(token);
    expect(witnessed.status, witnessed.text).toBe(200);
    expect(witnessed.body.pages[0].witness.name).toBe('Wanda Hall');
    expect((await desk.act(token, 'finish')).body.state).toBe('completed');
    await expect
      .poll(async () => (await client.get(`/packet?transaction=${team.deal}`)).body[0].latest_document)
      .toMatchObject({ is_signed: true });
    const [row] = await team.list('/packet');
    expect(row).toMatchObject({
      deed_package: {
        documents: [{ item, sha256: hashOf(FINAL) }],
        pages: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
      deed_submission_timestamp: expect.any(String),
    });
    const [listed] = await team.list('/assignments/assignment');
    expect(listed?.['deed_submission_audit_log']).toMatchObject([
      { kind: 'deed_submitted', document_sha256: hashOf(FINAL), witness: null },
      { kind: 'witnessed', document_sha256: null, witness: 'Wanda Hall' },
    ]);
    const file = await client.post(`/packet/${packet}/download`);
    const pdf = await fetch(file.body.redirect_url);
    const [page, certificate] = await seePdf(new Uint8Array(await pdf.arrayBuffer()), 1);
    expect(page?.text).toContain('Signed in the presence of:');
    for (const entry of ['Wanda Hall', '1 High Street, Leeds LS1 4DY', 'Teacher'])
      expect(page?.text).toContain(entry);
    expect(certificate?.text).toContain('Not a party.');
    const accepted = await client.post(`/assignments/assignment/${assignment}/accept`, {});
    expect(accepted.status, accepted.text).toBe(200);
  });

  test('is refused by its page alone, with the reason', async () => {
    const { token } = await sentDeed();
    const refused = await desk.act(token, 'sign', { pages: shownIn(await desk.open(token)) });
    expect(refused.status).toBe(422);
    expect(said(refused)).toBe(
      '“Lease” can’t be signed on its signature page alone. Open and read the whole document, then sign it.',
    );
    expect((await desk.open(token)).pages[0]?.signed).toBeNull();
  });

  test('is refused with another document, and once another version is final', async () => {
    const deed = await sentDeed();
    const other = await submit(deed, { document_sha256: hashOf('the draft') });
    expect(other.status).toBe(422);
    expect(said(other)).toMatch(/^This isn’t the document that was sent to you\./);
    const next = await insertDocument(server, client, team.deal, deed.item);
    const { db } = server.services;
    await db.updateTable('items').set({ document: next }).where('uuid', '=', deed.item).execute();
    const late = await submit(deed);
    expect(late.status).toBe(422);
    expect(said(late)).toMatch(/^This document has a newer version\./);
    expect((await desk.open(deed.token)).pages[0]?.signed).toBeNull();
  });

  test('is submitted once, however often it is sent', async () => {
    const deed = await sentDeed();
    await submit(deed);
    expect((await submit(deed)).status).toBe(200);
    await witness(deed.token);
    expect((await witness(deed.token)).status).toBe(200);
    const events = (await client.get(`/packet/${deed.packet}`)).body.events.map(
      ({ kind }: { kind: string }) => kind,
    );
    expect(events.filter((kind: string) => kind === 'deed_submitted' || kind === 'witnessed')).toEqual([
      'deed_submitted',
      'witnessed',
    ]);
  });

  test('without a document to read isn’t sent', async () => {
    const jane = await team.person('Jane Doe', { email: 'jane.nothing@alpha.test' });
    const item = await team.item('Deed of Gift');
    await client.patch(`/transactions/item/${item}`, { is_deed: true });
    await team.assign(item, jane);
    const packet = await desk.make(team, { signatories: [jane] });
    const refused = await client.post(`/packet/${packet}/send`, {});
    expect(refused.status).toBe(422);
    expect(said(refused)).toBe(
      '“Deed of Gift” can only be signed as a whole document, but there’s no document to read yet. Upload it, then send the packet.',
    );
  });
});

/** Returns what a camera reads in the picture of a QR code. */
async function readCode(svg: string): Promise<string | undefined> {
  const picture = sharp(Buffer.from(svg), { density: 300 }).resize(400).ensureAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  await prepareCodes();
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  const [found] = await readBarcodes({ ...pixels, colorSpace: 'srgb' }, { formats: ['QRCode'] });
  return found?.text;
}

describe('a witness', () => {
  test('signs after the signatory', async () => {
    const { token } = await sentDeed();
    const refused = await witness(token);
    expect(refused.status).toBe(422);
    expect(said(refused)).toBe('The signatory has to sign before the witness.');
    const code = await desk.act(token, 'witness_code');
    expect(said(code)).toBe('Sign the pages first. Then your witness can sign.');
  });

  test('isn’t a party, gives a name, address and occupation, attests to being present, and saw what was signed', async () => {
    const deed = await sentDeed();
    const { token } = deed;
    await submit(deed);
    const refusals = [
      [{ name: 'Doe, Jane' }, 'Doe, Jane is a party to this document. A witness must be someone else.'],
      [{ name: 'ALPHA CORP' }, 'ALPHA CORP is a party to this document. A witness must be someone else.'],
      [{ name: ' ' }, 'Enter the witness’s name.'],
      [{ address: '' }, 'Enter the witness’s address.'],
      [{ occupation: '' }, 'Enter the witness’s occupation.'],
      [
        { is_present: false },
        'The witness must confirm that they were physically present when the page was signed.',
      ],
      [{ style: 'drawn' }, 'Draw the witness’s signature.'],
    ] as const;
    for (const [more, sentence] of refusals) expect(said(await witness(token, more))).toBe(sentence);
    const [page] = (await desk.open(token)).pages;
    const other = [{ uuid: page?.uuid, sha256: page?.sha256 }];
    expect(said(await witness(token, { pages: other }))).toMatch(/^The page has changed since/);
    expect((await desk.open(token)).pages[0]?.witness?.name).toBeNull();
    expect((await witness(token)).status).toBe(200);
  });

  test('opens the signed pages on a device of their own with a code that works once, and sees nothing else', async () => {
    const deed = await sentDeed();
    await submit(deed);
    const { body: made } = await desk.act(deed.token, 'witness_code');
    expect(made.code).toMatch(/^[A-Z2-9]{8}$/);
    expect(await readCode(made.qr)).toBe(`${server.services.settings.publicUrl}/sign/witness#${made.code}`);
    const guessed = await visitor.post('/signing/witness', { code: 'AAAA2222' });
    expect(guessed.status).toBe(422);
    const entered = await visitor.post('/signing/witness', { code: made.code.toLowerCase() });
    expect(entered.status, entered.text).toBe(200);
    const { token } = entered.body;
    expect((await visitor.post('/signing/witness', { code: made.code })).status).toBe(422);
    const room = (await visitor.get(`/signing/${token}`)).body;
    expect(room).toMatchObject({ state: 'witness', signer: 'Jane Doe', pages: [{ document: 'Lease' }] });
    expect(Object.keys(room).toSorted()).toEqual(['pages', 'sender', 'signer', 'state']);
    for (const act of ['sign', 'finish', 'witness_code', 'consent', 'decline'])
      expect((await desk.act(token, act, bodyOf(act, room))).status, act).toBe(404);
    expect((await visitor.get(`/signing/${token}/document/${deed.item}`)).status).toBe(404);
    const pages = room.pages.map(({ uuid, sha256 }: { uuid: string; sha256: string }) => ({ uuid, sha256 }));
    const signed = await desk.act(token, 'witness', { ...WITNESS, pages });
    expect(signed.body).toEqual({ state: 'witnessed', sender: room.sender });
    expect((await desk.act(deed.token, 'finish')).body.state).toBe('completed');
  });

  test('finds nothing with a code that is too old or was replaced, or once the packet has ended', async () => {
    const deed = await sentDeed();
    await submit(deed);
    const codeOf = async () => (await desk.act(deed.token, 'witness_code')).body.code;
    const replaced = await codeOf();
    const old = await codeOf();
    expect((await visitor.post('/signing/witness', { code: replaced })).status).toBe(422);
    const { db } = server.services;
    await db
      .updateTable('witness_codes')
      .set({ expires_at: new Date(0) })
      .where('packet', '=', deed.packet)
      .execute();
    expect((await visitor.post('/signing/witness', { code: old })).status).toBe(422);
    const { token } = (await visitor.post('/signing/witness', { code: await codeOf() })).body;
    await desk.act(deed.token, 'decline', { reason: 'Not now.' });
    expect((await visitor.get(`/signing/${token}`)).body.state).toBe('witness_ended');
  });

  test('is also needed for a page that only asks for one, which is signed without the whole document', async () => {
    const { token, assignment } = await sentWitnessed();
    const signed = await desk.act(token, 'sign', { pages: shownIn(await desk.open(token)) });
    expect(signed.status, signed.text).toBe(200);
    expect((await desk.act(token, 'finish')).status).toBe(422);
    await witness(token);
    await desk.act(token, 'finish');
    expect((await client.post(`/assignments/assignment/${assignment}/accept`, {})).status).toBe(200);
  });

  test('witnesses only pages that are signed with the whole document, if the organization signs that way', async () => {
    const { db } = server.services;
    const { organization } = (await client.get('/authentication/user/me')).body;
    const set = async (mercury_signings: boolean) =>
      db.updateTable('organizations').set({ mercury_signings }).where('uuid', '=', organization).execute();
    await set(true);
    const { token } = await sentWitnessed();
    await set(false);
    const refused = await desk.act(token, 'sign', { pages: shownIn(await desk.open(token)) });
    expect(said(refused)).toMatch(/^“Lease” can’t be signed on its signature page alone/);
  });
});

test('a signature isn’t accepted without a witness if its document became a deed while the packet was out', async () => {
  const { token, item, assignment } = await sentDeed({});
  await desk.act(token, 'sign', { pages: shownIn(await desk.open(token)) });
  await desk.act(token, 'finish');
  await client.patch(`/transactions/item/${item}`, { is_deed: true });
  const refused = await client.post(`/assignments/assignment/${assignment}/accept`, {});
  expect(refused.status).toBe(422);
  expect(said(refused)).toBe(
    'The signature on “Lease” needs a witness, but nobody witnessed it. Reject it to have the page signed again.',
  );
});

describe('without acceptance, in a deal whose document becomes a deed', () => {
  const edit = async (changes: object) => {
    const edited = await client.patch(`/transactions/transaction/${team.deal}`, changes);
    expect(edited.status, edited.text).toBe(200);
  };
  const statusOf = async (assignment: string) =>
    (await team.list('/assignments/assignment')).find(({ uuid }) => uuid === assignment)?.['status'];

  test('while its packet is out, a signature without a witness waits for a decision', async () => {
    await edit({ requires_acceptance: false });
    const { token, item, assignment } = await sentDeed({});
    await desk.act(token, 'sign', { pages: shownIn(await desk.open(token)) });
    await client.patch(`/transactions/item/${item}`, { is_deed: true });
    await desk.act(token, 'finish');
    expect(await statusOf(assignment)).toBe('signed_pending_acceptance');
  });

  test('afterwards, a signature without a witness isn’t released', async () => {
    await edit({ requires_acceptance: false, release_confirmations: 1 });
    const { token, item, assignment } = await sentDeed({});
    await desk.act(token, 'sign', { pages: shownIn(await desk.open(token)) });
    await desk.act(token, 'finish');
    expect(await statusOf(assignment)).toBe('executed');
    await client.patch(`/transactions/item/${item}`, { is_deed: true });
    const path = '/transactions/release';
    const release = await client.post(path, { transaction: team.deal, assignments: [assignment] });
    await client.post(`${path}/${release.body.uuid}/confirm`, {});
    const refused = await client.post(`${path}/${release.body.uuid}/release`, {});
    expect(said(refused)).toBe(
      'The signature on “Lease” needs a witness, but nobody witnessed it. Reject it to have the page signed again.',
    );
    expect(await statusOf(assignment)).toBe('executed');
  });
});

test('the evidence shows that a witness was replaced, even if the trigger that forbids it was bypassed', async () => {
  const deed = await sentDeed();
  await submit(deed);
  await witness(deed.token);
  await desk.act(deed.token, 'finish');
  const { db } = server.services;
  const rename = db
    .updateTable('packet_witnesses')
    .set({ name: 'Max Roe' })
    .where('packet', '=', deed.packet);
  await expect(rename.execute()).rejects.toThrow('never changed');
  await sql`alter table packet_witnesses disable trigger packet_witnesses_append_only`.execute(db);
  await rename.execute();
  await sql`alter table packet_witnesses enable trigger packet_witnesses_append_only`.execute(db);
  await expect(verifyEvidence(server.services, deed.packet)).rejects.toThrow(
    /witness of page 1 isn’t the one that the record names/i,
  );
});

/** A document that isn’t a deed, but whose signature needs a witness. */
async function sentWitnessed() {
  numDeeds += 1;
  const email = `jane.witnessed.${numDeeds}@alpha.test`;
  const { filed: item, document } = await addFiledItem(server, client, team.deal);
  await giveFile(document, FINAL);
  const jane = await team.person('Jane Doe', { email });
  const { uuid: assignment } = await team.assign(item, jane);
  await client.patch(`/assignments/assignment/${assignment}`, { requires_witness: true });
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  const { consent } = await desk.open(token);
  await desk.act(token, 'consent', { version: consent.version });
  await desk.act(token, 'adopt', { name: 'Jane Doe', style: 'caveat' });
  return { token, assignment };
}

function bodyOf(act: string, { pages }: { pages: { uuid: string; sha256: string }[] }): object {
  if (act === 'sign') return { pages: pages.map(({ uuid, sha256 }) => ({ uuid, sha256 })) };
  if (act === 'consent') return { version: '1' };
  return act === 'decline' ? { reason: 'No.' } : {};
}
