import type { IncomingMessage } from 'node:http';
import { ERRORS, Server, type Locker } from '@tus/server';
import type { PartialUploads } from '../partial-uploads.ts';
import { keyInPath, PATH, urlOfUpload, type ResumableUploads } from '../resumable-uploads.ts';
import type { RequestSigner, UploadPolicy } from './signed-request.ts';
import { StoreRefusal, tooLarge, uploadSentences } from '../store-refusal.ts';
import type { ReceiveChunks } from './store-server.ts';

const TUS_VERSION = '1.0.0';
/** How long the holder of a lock may take to write its bytes to disk after it is asked to release the lock. */
const DRAIN_MS = 1000;

const sentences = {
  ...uploadSentences,
  elsewhere: 'The upload continued at a different position. Try again.',
  tooMany: 'The server received more data than was announced for this file. Try again.',
  odd: 'The file store doesn’t recognize this upload step. Reload the app and try again.',
} as const;

const refusals = new Map<unknown, StoreRefusal>([
  [ERRORS.INVALID_OFFSET, new StoreRefusal(409, sentences.elsewhere)],
  [ERRORS.ERR_SIZE_EXCEEDED, new StoreRefusal(413, sentences.tooMany)],
  [ERRORS.ABORTED, new StoreRefusal(400, sentences.brokenOff)],
]);

/**
 * Serves uploads in chunks (tus 1.0.0 with creation and termination) at `/resumable/KEY`. Each request has the token
 * that the presign issued for exactly that key, and nothing else identifies the upload.
 */
export function makeChunkReceiver(options: {
  partials: PartialUploads;
  resumable: ResumableUploads;
  locks: Locker;
  origins: ReadonlySet<string>;
}): ReceiveChunks {
  const { signer, publicUrl } = options.resumable;
  const tus = new Server({
    path: PATH,
    datastore: options.partials,
    locker: options.locks,
    lockDrainTimeout: DRAIN_MS,
    allowedOrigins: (origin) => options.origins.has(origin),
    namingFunction: ({ url }) => keyInPath(new URL(url).pathname),
    getFileIdFromRequest: ({ url }) => keyInPath(new URL(url).pathname),
    generateUrl: (_request, { id }) => urlOfUpload(publicUrl, id),
    // Thrown instead of sent, because the store's server words all refusals.
    onResponseError: (_request, error) => {
      throw asRefusal(error);
    },
  });
  return async (request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    if (request.method !== 'OPTIONS') admit(signer, request);
    await tus.handle(request, response);
  };
}

/** @throws {StoreRefusal} if the token does not allow the request, or it isn't a tus request */
function admit(signer: RequestSigner, request: IncomingMessage): void {
  const { method, headers } = request;
  const policy = policyOf(signer, request);
  if (!['POST', 'HEAD', 'PATCH', 'DELETE'].includes(method ?? '')) throw new StoreRefusal(405, sentences.odd);
  if (headers['tus-resumable'] !== TUS_VERSION) throw new StoreRefusal(412, sentences.odd);
  if (method === 'POST') admitCreation(policy, request);
  if (method === 'PATCH') admitChunk(request);
}

function policyOf(signer: RequestSigner, request: IncomingMessage): UploadPolicy {
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const policy = signer.checkUploadToken(token, Date.now());
  if (policy === 'forged' || policy === 'expired') throw new StoreRefusal(403, sentences[policy]);
  const path = URL.parse(request.url ?? '/', 'http://store')?.pathname ?? '';
  if (policy.key !== keyInPath(path)) throw new StoreRefusal(403, sentences.forged);
  return policy;
}

function admitCreation({ maxBytes }: UploadPolicy, { headers }: IncomingMessage): void {
  const length = headers['upload-length'];
  // Bytes only arrive by PATCH, because a create would not know their position.
  const bearsBytes = headers['content-type'] === 'application/offset+octet-stream';
  if (typeof length !== 'string' || !isNumber(length) || bearsBytes)
    throw new StoreRefusal(400, sentences.odd);
  if (Number(length) === 0) throw new StoreRefusal(400, sentences.empty);
  if (Number(length) > maxBytes) throw tooLarge(maxBytes);
}

function admitChunk({ headers }: IncomingMessage): void {
  const offset = headers['upload-offset'];
  const isChunk = headers['content-type'] === 'application/offset+octet-stream';
  if (typeof offset !== 'string' || !isNumber(offset) || !isChunk) throw new StoreRefusal(400, sentences.odd);
}

function isNumber(text: string): boolean {
  return /^(0|[1-9]\d{0,14})$/.test(text);
}

/** Turns an error of the library into a refusal. Other errors are worded by the store's server. */
function asRefusal(error: unknown): unknown {
  const known = refusals.get(error);
  if (known) return known;
  const status =
    typeof error === 'object' && error !== null && 'status_code' in error ? error.status_code : null;
  if (status === 413) return new StoreRefusal(413, sentences.tooMany);
  return typeof status === 'number' && status < 500 ? new StoreRefusal(status, sentences.odd) : error;
}
