import type { ResumableUpload } from '../../../contract/entities/documents/document.ts';
import type { OutgoingFile, Posted } from './post-file.ts';
import type { SendBytes, StoreAnswer, StoreRequest } from './send-bytes.ts';

const TUS_VERSION = '1.0.0';

/** The first chunk, in bytes: half a minute on the slowest usable line (256 kbit/s). */
const FIRST_CHUNK = 1024 * 1024;

/**
 * How long a chunk should take, in milliseconds. If a connection is reset, Chromium itself repeats the whole request, from a
 * position that the store has long passed. That much bandwidth is wasted. A chunk also fits in a service worker's lifetime
 * (at most 60 s).
 */
const CHUNK_MS = 5000;
const CHUNK_LEAST = 256 * 1024;

/** The maximum time for a chunk, in milliseconds. A connection that has become slow gets smaller ones. */
const CHUNK_LONGEST_MS = 55_000;
const CHUNK_MOST = 16 * 1024 * 1024;

/** How often the store may disagree about the position before the upload is left for later. */
const DISAGREEMENTS_MOST = 3;

/** How long to wait for a store that should discard an upload, milliseconds. */
const DISCARD_MS = 5000;

type Ended = { ended: Posted };
type Told = { offset: number };

/**
 * Sends a file by the tus protocol (1.0.0, with creation), from wherever an earlier try stopped. The store is asked how much
 * it has, no matter which worker sent it. If the file should be sent from the beginning and is complete there, the store
 * discards it first. The length of a chunk follows the speed of the last one.
 */
export async function sendResumable(
  send: SendBytes,
  upload: ResumableUpload,
  { bytes, isAfresh = false }: Omit<OutgoingFile, 'name'>,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<Posted> {
  const request = new TusRequests(send, upload, signal);
  let told = await request.begin(bytes.size);
  // The rest has arrived since.
  if (isAfresh && 'offset' in told && told.offset === bytes.size)
    told = await request.beginAfresh(bytes.size);
  let advanced = false;
  let chunk = FIRST_CHUNK;
  let disagreements = 0;
  while ('offset' in told && told.offset < bytes.size) {
    const { offset } = told;
    onProgress(offset);
    const began = performance.now();
    const body = await bytes.slice(offset, offset + chunk);
    const next = await request.append(offset, body, (sent) => onProgress(offset + sent));
    if (next === 'slow') {
      chunk = CHUNK_LEAST;
      told = await request.begin(bytes.size);
      advanced ||= 'offset' in told && told.offset > offset;
      // Not even the smallest chunk gets through.
      if (body.size <= CHUNK_LEAST && 'offset' in told && told.offset <= offset)
        return { outcome: 'unreachable' };
      continue;
    }
    // A store that accepts bytes without advancing would be sent them forever.
    if (next === 'elsewhere' || ('offset' in next && next.offset <= offset)) {
      disagreements += 1;
      if (disagreements > DISAGREEMENTS_MOST) return { outcome: 'refused', status: 409 };
      told = await request.begin(bytes.size);
      continue;
    }
    told = next;
    advanced ||= 'offset' in told;
    chunk = nextChunk(body.size, performance.now() - began);
  }
  if ('ended' in told) return told.ended.outcome === 'refused' ? { ...told.ended, advanced } : told.ended;
  onProgress(bytes.size);
  return { outcome: 'stored' };
}

/** Makes the store discard an upload (tus termination). If it cannot be asked, it discards the upload on its own eventually. */
export async function discardUpload(send: SendBytes, upload: ResumableUpload): Promise<void> {
  await new TusRequests(send, upload, AbortSignal.timeout(DISCARD_MS)).ask('DELETE', upload.url);
}

/** Returns as many bytes as should take a chunk's target time, at the speed of the last one. */
function nextChunk(sentBytes: number, ms: number): number {
  const wanted = Math.round((sentBytes / Math.max(ms, 1)) * CHUNK_MS);
  return Math.min(Math.max(wanted, CHUNK_LEAST), CHUNK_MOST);
}

/** A request's headers in addition to the common ones. */
interface Sent {
  headers?: Record<string, string>;
  body?: Blob;
  onProgress?: (sentBytes: number) => void;
  signal?: AbortSignal;
}

class TusRequests {
  readonly #send: SendBytes;
  readonly #upload: ResumableUpload;
  readonly #signal: AbortSignal;

  constructor(send: SendBytes, upload: ResumableUpload, signal: AbortSignal) {
    this.#send = send;
    this.#upload = upload;
    this.#signal = signal;
  }

  /** Returns how far an earlier try got, or starts the upload if there was no try. */
  async begin(size: number): Promise<Told | Ended> {
    const there = await this.ask('HEAD', this.#upload.url);
    if (!isGone(there)) return asTold(there);
    const headers = { 'Upload-Length': String(size) };
    const created = await this.ask('POST', this.#upload.create_url, { headers });
    if (created.outcome === 'answered' && created.status === 201) return { offset: 0 };
    return asEnded(created);
  }

  /** The same, ignoring earlier tries. */
  async beginAfresh(size: number): Promise<Told | Ended> {
    const forgotten = await this.ask('DELETE', this.#upload.url);
    const isForgotten = isGone(forgotten) || (forgotten.outcome === 'answered' && forgotten.status === 204);
    return isForgotten ? this.begin(size) : asEnded(forgotten);
  }

  /**
   * Sends the next bytes. `elsewhere`: the store has a different offset, or nothing anymore. `slow`: the chunk timed out
   * before it was sent.
   */
  async append(
    offset: number,
    body: Blob,
    onProgress: (sentBytes: number) => void,
  ): Promise<Told | Ended | 'elsewhere' | 'slow'> {
    const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(CHUNK_LONGEST_MS)]);
    const answer = await this.ask('PATCH', this.#upload.url, { headers, body, onProgress, signal });
    if (answer.outcome === 'stopped' && !this.#signal.aborted) return 'slow';
    const isElsewhere = isGone(answer) || (answer.outcome === 'answered' && answer.status === 409);
    return isElsewhere ? 'elsewhere' : asTold(answer);
  }

  async ask(method: StoreRequest['method'], url: string, sent: Sent = {}): Promise<StoreAnswer> {
    const { headers = {}, body, onProgress = () => undefined, signal = this.#signal } = sent;
    const tus = { 'Tus-Resumable': TUS_VERSION, Authorization: `Bearer ${this.#upload.token}` };
    const request = { method, url, headers: { ...tus, ...headers }, ...(body && { body }) };
    return this.#send(request, signal, onProgress);
  }
}

function isGone(answer: StoreAnswer): boolean {
  return answer.outcome === 'answered' && (answer.status === 404 || answer.status === 410);
}

function asTold(answer: StoreAnswer): Told | Ended {
  if (answer.outcome !== 'answered' || answer.status < 200 || answer.status >= 300) return asEnded(answer);
  const offset = Number(answer.header('Upload-Offset') ?? NaN);
  // Something on the way has responded on the store's behalf.
  return Number.isSafeInteger(offset) && offset >= 0 ? { offset } : { ended: { outcome: 'unreachable' } };
}

function asEnded(answer: StoreAnswer): Ended {
  if (answer.outcome !== 'answered') return { ended: answer };
  const { status } = answer;
  // A response that doesn't match the request isn't the store's success.
  return { ended: status < 300 ? { outcome: 'unreachable' } : { outcome: 'refused', status } };
}
