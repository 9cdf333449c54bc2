import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readBarcodes } from 'zxing-wasm/reader';
import { prepareCodes } from '../../../../server/convert/scans/find-codes.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import {
  client,
  desk,
  FINAL,
  hashOf,
  openDeeds,
  said,
  sentDeed,
  server,
  shownIn,
  submit,
  team,
  visitor,
  WITNESS,
  witness,
} from './sent-deed.ts';

openDeeds();

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

  test('is refused if only its page is signed, and the error says why', async () => {
    const { token } = await sentDeed();
    const refused = await desk.act(token, 'sign', { pages: shownIn(await desk.open(token)) });
    expect(refused.status).toBe(422);
    expect(said(refused)).toBe(
      '“Lease” can’t be signed on its signature page alone. Open and read the whole document, then sign it.',
    );
    expect((await desk.open(token)).pages[0]?.signed).toBeNull();
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

/** Returns what a camera reads from the picture of a QR code. */
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

  test('opens the signed pages on their own device with a code that works once, and sees nothing else', async () => {
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
});

describe('a deal without acceptance whose document becomes a deed', () => {
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

function bodyOf(act: string, { pages }: { pages: { uuid: string; sha256: string }[] }): object {
  if (act === 'sign') return { pages: pages.map(({ uuid, sha256 }) => ({ uuid, sha256 })) };
  if (act === 'consent') return { version: '1' };
  return act === 'decline' ? { reason: 'No.' } : {};
}
