import { beforeAll, describe, expect, it } from 'vitest';
import { IV_BYTES, NONCE_BYTES, plainSize, RECORD_BYTES, SEALED_RECORD_BYTES } from './plain-size.ts';
import { opening, sealBlob, SealBrokenError, SealedBlob } from './seal.ts';

const DEED = 'upload/deed';
let key: CryptoKey;

beforeAll(async () => {
  key = await newKey();
});

async function newKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Bytes that differ in every record. */
function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  const words = Uint32Array.from({ length: Math.ceil(length / 4) }, (_word, index) => index * 2_654_435_761);
  return new Uint8Array(words.buffer).slice(0, length);
}

async function seal(length: number, identity = DEED): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await sealBlob(key, identity, new Blob([bytesOf(length)]))).arrayBuffer());
}

/** The result of reading sealed bytes in both ways, which must be the same. */
async function open(sealed: BlobPart, identity = DEED, by = key): Promise<Uint8Array | 'broken'> {
  const blob = new SealedBlob(by, identity, new Blob([sealed]));
  const byStream = await blob.arrayBuffer().catch(asBroken);
  const byPlace = await Promise.resolve(blob.slice(0, blob.size))
    .then(async (whole) => whole.arrayBuffer())
    .catch(asBroken);
  if (byStream === 'broken' || byPlace === 'broken') {
    expect([byStream, byPlace]).toEqual(['broken', 'broken']);
    return 'broken';
  }
  expect(Buffer.compare(Buffer.from(byPlace), Buffer.from(byStream))).toBe(0);
  return new Uint8Array(byStream);
}

function asBroken(error: unknown): 'broken' {
  if (error instanceof SealBrokenError) return 'broken';
  throw error;
}

function recordAt(sealed: Uint8Array<ArrayBuffer>, place: number): Uint8Array<ArrayBuffer> {
  const start = NONCE_BYTES + place * SEALED_RECORD_BYTES;
  return sealed.slice(start, start + SEALED_RECORD_BYTES);
}

const LENGTHS = [0, 1, 5000, RECORD_BYTES - 1, RECORD_BYTES, RECORD_BYTES + 1, 3 * RECORD_BYTES + 77];

describe('[LOCK1] sealed data', () => {
  it.each(LENGTHS)('opens unchanged, and has a known length: %i bytes', async (length) => {
    const sealed = await seal(length);
    expect(plainSize(sealed.byteLength)).toBe(length);
    const opened = await open(sealed);
    expect(opened !== 'broken' && Buffer.compare(Buffer.from(opened), Buffer.from(bytesOf(length)))).toBe(0);
  });

  it('reveals nothing of the original, and is different each time', async () => {
    const deed = new Blob(['%PDF-1.7 Escrow Agreement'.repeat(100)]);
    const [one, other] = await Promise.all([sealBlob(key, DEED, deed), sealBlob(key, DEED, deed)]);
    const texts = await Promise.all(
      [one, other].map(async (sealed) => Buffer.from(await sealed.arrayBuffer())),
    );
    expect(texts.map((text) => text.includes('%PDF') || text.includes('Escrow'))).toEqual([false, false]);
    expect(texts[0]?.equals(texts[1] ?? Buffer.alloc(0))).toBe(false);
  });

  it.each([
    [0, 10],
    [RECORD_BYTES - 5, RECORD_BYTES + 5],
    [RECORD_BYTES, 2 * RECORD_BYTES],
    [2 * RECORD_BYTES + 70, 9 * RECORD_BYTES],
  ])('can be read in part: from %i to %i', async (from, to) => {
    const length = 2 * RECORD_BYTES + 77;
    const blob = new SealedBlob(key, DEED, new Blob([await seal(length)]));
    const part = Buffer.from(await (await blob.slice(from, to)).arrayBuffer());
    expect(part.equals(Buffer.from(bytesOf(length).slice(from, to)))).toBe(true);
  });

  it('can be read as a stream, however its bytes are split', async () => {
    const length = RECORD_BYTES + 100;
    const sealed = await seal(length);
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let at = 0; at < sealed.length; at += 70_001) controller.enqueue(sealed.slice(at, at + 70_001));
        controller.close();
      },
    });
    const opened = await new Response(source.pipeThrough(opening(key, DEED))).arrayBuffer();
    expect(Buffer.from(opened).equals(Buffer.from(bytesOf(length)))).toBe(true);
  });
});

describe('[LOCK1] sealed data does not open', () => {
  const length = 2 * RECORD_BYTES + 77;

  it('with a different key', async () => {
    expect(await open(await seal(length), DEED, await newKey())).toBe('broken');
  });

  it('as a different object', async () => {
    expect(await open(await seal(length), 'upload/letter')).toBe('broken');
  });

  it.each([
    ['in the middle of a record', (sealed: Uint8Array) => sealed.length - 40],
    ['between two records', () => NONCE_BYTES + 2 * SEALED_RECORD_BYTES],
    ['after the first', () => NONCE_BYTES + SEALED_RECORD_BYTES],
    ['before the first', () => NONCE_BYTES],
    ['in its nonce', () => IV_BYTES - 5],
    ['at its beginning', () => 0],
  ])('if it is cut off %s', async (_where, at) => {
    const sealed = await seal(length);
    expect(await open(sealed.slice(0, at(sealed)))).toBe('broken');
  });

  it('if two of its records are swapped', async () => {
    const sealed = await seal(length);
    const swapped = sealed.slice();
    swapped.set(recordAt(sealed, 1), NONCE_BYTES);
    swapped.set(recordAt(sealed, 0), NONCE_BYTES + SEALED_RECORD_BYTES);
    expect(await open(swapped)).toBe('broken');
  });

  it('with a record from the same place in another sealing of the same object', async () => {
    const sealed = await seal(length);
    sealed.set(recordAt(await seal(length), 1), NONCE_BYTES + SEALED_RECORD_BYTES);
    expect(await open(sealed)).toBe('broken');
  });

  it('if something follows its last record', async () => {
    const sealed = await seal(length);
    expect(await open(Buffer.concat([sealed, recordAt(sealed, 2)]))).toBe('broken');
  });

  it('if one bit is changed', async () => {
    const sealed = await seal(length);
    sealed[NONCE_BYTES + SEALED_RECORD_BYTES + 100]! ^= 1;
    expect(await open(sealed)).toBe('broken');
  });
});
