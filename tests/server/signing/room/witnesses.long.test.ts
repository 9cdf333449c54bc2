import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readBarcodes } from 'zxing-wasm/reader';
import { prepareCodes } from '../../../../server/convert/scans/find-codes.ts';
import { client, desk, openSigning, server, team, visitor } from '../open-signing.ts';
import { said, sentDeed, shownIn, submit, WITNESS, witness } from './sent-deed.ts';

openSigning();

describe('a deed', () => {
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
});

function bodyOf(act: string, { pages }: { pages: { uuid: string; sha256: string }[] }): object {
  if (act === 'sign') return { pages: pages.map(({ uuid, sha256 }) => ({ uuid, sha256 })) };
  if (act === 'consent') return { version: '1' };
  return act === 'decline' ? { reason: 'No.' } : {};
}
