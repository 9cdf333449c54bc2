import {
  IV_BYTES,
  NONCE_BYTES,
  plainSize,
  RECORD_BYTES,
  recordsOf,
  SEALED_RECORD_BYTES,
} from './plain-size.ts';

/**
 * Sealed bytes, format 1 (docs/adr/0018-device-lock.md):
 *
 * nonce of the object (12 bytes), then records: IV (12), AES-GCM of up to 1 MiB, tag (16)
 *
 * The additional data of each record contains the object's identity, its nonce, the record's position, and whether it is the
 * last one. Data that is truncated, moved or taken from another object does not open.
 */
type Bytes = Uint8Array<ArrayBuffer>;

/** Sealed bytes that do not open: damaged, truncated, another object's, or sealed with another key. */
export class SealBrokenError extends Error {
  constructor(cause?: unknown) {
    super('Failed to decrypt the data on this device.', { cause });
  }
}

/** Returns 'broken' for a `SealBrokenError`, for callers that can continue without those bytes. */
export function whereBroken(error: unknown): 'broken' {
  if (error instanceof SealBrokenError) return 'broken';
  throw error;
}

/** Bytes before they are sealed, read piece by piece, such as a Blob. Lengths are in bytes. */
export interface PlainBytes {
  readonly size: number;
  readonly type: string;
  slice(from?: number, to?: number): Blob | Promise<Blob>;
  stream(): ReadableStream<Bytes>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A stream that seals what passes through it. `identity` is the name of the object, which is also needed to open it. */
export function sealing(key: CryptoKey, identity: string): TransformStream<Uint8Array, Bytes> {
  const nonce = randomBytes(NONCE_BYTES);
  let place = 0;
  return inPieces(
    () => RECORD_BYTES,
    async (record, last) => {
      const iv = randomBytes(IV_BYTES);
      const additionalData = dataOf(identity, nonce, place, last);
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, record);
      const head = place === 0 ? [nonce, iv] : [iv];
      place += 1;
      return joined([...head, new Uint8Array(sealed)]);
    },
  );
}

/** A stream that opens what passes through it, and fails with a `SealBrokenError`. */
export function opening(key: CryptoKey, identity: string): TransformStream<Uint8Array, Bytes> {
  let nonce: Bytes | null = null;
  let place = 0;
  return inPieces(
    () => (nonce ? SEALED_RECORD_BYTES : NONCE_BYTES),
    async (piece, last) => {
      if (nonce) return openRecord(key, piece, dataOf(identity, nonce, place++, last));
      if (last) throw new SealBrokenError();
      nonce = piece;
      return null;
    },
  );
}

/** Seals bytes one record at a time, so that only a few are in memory at once. */
export async function sealBlob(key: CryptoKey, identity: string, plain: PlainBytes): Promise<Blob> {
  const pieces: Blob[] = [];
  const reader = plain.stream().pipeThrough(sealing(key, identity)).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    pieces.push(new Blob([piece.value]));
  return new Blob(pieces);
}

/** The sealed bytes of a Blob, which are opened when they are read. All reads may fail with a `SealBrokenError`. */
export class SealedBlob implements PlainBytes {
  readonly size: number;
  readonly type: string;
  readonly #key: CryptoKey;
  readonly #identity: string;
  readonly #sealed: Blob;
  readonly #records: number;

  constructor(key: CryptoKey, identity: string, sealed: Blob, type = '') {
    this.#key = key;
    this.#identity = identity;
    this.#sealed = sealed;
    this.type = type;
    this.#records = recordsOf(sealed.size);
    this.size = plainSize(sealed.size);
  }

  stream(): ReadableStream<Bytes> {
    return this.#sealed.stream().pipeThrough(opening(this.#key, this.#identity));
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.stream()).arrayBuffer();
  }

  async slice(from = 0, to = this.size): Promise<Blob> {
    const end = Math.min(to, this.size);
    const pieces: Blob[] = [];
    let place = Math.floor(Math.min(from, Math.max(0, this.size - 1)) / RECORD_BYTES);
    do {
      const start = place * RECORD_BYTES;
      const record = await this.#record(place);
      pieces.push(new Blob([record.subarray(Math.max(0, from - start), Math.max(0, end - start))]));
      place += 1;
    } while (place * RECORD_BYTES < end);
    return new Blob(pieces, { type: this.type });
  }

  async #record(place: number): Promise<Bytes> {
    const nonce = await this.#read(0, NONCE_BYTES);
    const start = NONCE_BYTES + place * SEALED_RECORD_BYTES;
    const record = await this.#read(start, start + SEALED_RECORD_BYTES);
    const last = place === this.#records - 1;
    return openRecord(this.#key, record, dataOf(this.#identity, nonce, place, last));
  }

  async #read(from: number, to: number): Promise<Bytes> {
    return new Uint8Array(await this.#sealed.slice(from, to).arrayBuffer());
  }
}

async function openRecord(key: CryptoKey, record: Bytes, additionalData: Bytes): Promise<Bytes> {
  const iv = record.subarray(0, IV_BYTES);
  try {
    const sealed = record.subarray(IV_BYTES);
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed));
  } catch (cause) {
    throw new SealBrokenError(cause);
  }
}

function dataOf(identity: string, nonce: Bytes, place: number, last: boolean): Bytes {
  const facts = ['counterpart', 1, identity, [...nonce], place, last];
  return new TextEncoder().encode(JSON.stringify(facts));
}

/**
 * Splits incoming bytes into pieces of the length that `next` returns. Only the end shows which piece is the last, so a
 * possible last piece is held back. There is always at least one piece, which may be empty.
 */
function inPieces(
  next: () => number,
  turn: (piece: Bytes, last: boolean) => Promise<Bytes | null>,
): TransformStream<Uint8Array, Bytes> {
  let chunks: Bytes[] = [];
  let waiting = 0;
  const take = (length: number): Bytes => {
    const all = joined(chunks);
    chunks = [all.subarray(length)];
    waiting -= length;
    return all.subarray(0, length);
  };
  const tell = (turned: Bytes | null, controller: TransformStreamDefaultController<Bytes>) => {
    if (turned && turned.byteLength > 0) controller.enqueue(turned);
  };
  return new TransformStream<Uint8Array, Bytes>({
    async transform(chunk, controller) {
      // A copy, because the writer may reuse its buffer.
      chunks.push(new Uint8Array(chunk));
      waiting += chunk.byteLength;
      for (let length = next(); waiting > length; length = next())
        tell(await turn(take(length), false), controller);
    },
    async flush(controller) {
      tell(await turn(take(waiting), true), controller);
    },
  });
}

function joined(chunks: readonly Bytes[]): Bytes {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const all = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}
