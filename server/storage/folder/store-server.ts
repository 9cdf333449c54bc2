import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { log } from '../../log.ts';
import type { FolderStore } from './folder-store.ts';
import { DatabaseUnavailable } from '../../postgres/database-error.ts';
import { ObjectStoreError } from '../object-store.ts';
import { receiveForm } from './receive-form.ts';
import { PATH } from '../resumable-uploads.ts';
import { sendObject } from './send-object.ts';
import { StoreRefusal } from '../store-refusal.ts';

const RETRY_SECONDS = 5;

export type StoreServer = {
  /** The port that it listens on. Useful if 0 was requested. */
  port: number;
  /** Waits up to `graceSeconds` (default 5) for running uploads. */
  close(graceSeconds?: number): Promise<void>;
};

/** Handles the requests of a chunked upload. @throws {StoreRefusal} */
export type ReceiveChunks = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type Served = {
  /** Presigned uploads (form POST) and signed downloads; null if a bucket handles its own. */
  folder: FolderStore | null;
  /** Null = not offered. */
  chunks: ReceiveChunks | null;
  /** The app's origin (PUBLIC_URL). Scripts of other pages can't send or read. */
  origins: ReadonlySet<string>;
};

/** Serves the store's part of uploads and downloads on its own origin. */
export async function startStoreServer(
  options: Served & { host: string; port: number },
): Promise<StoreServer> {
  const server = createServer((request, response) => {
    void answer(options, request, response);
  });
  // A large file on a slow line takes longer than any fixed time, so what matters is that bytes keep arriving.
  server.requestTimeout = 0;
  server.headersTimeout = 30_000;
  server.setTimeout(120_000);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  return { port, close: (graceSeconds = 5) => closeServer(server, graceSeconds) };
}

async function answer(
  { folder, chunks, origins }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  setHeaders(origins, request, response);
  try {
    const url = URL.parse(request.url ?? '/', 'http://store');
    if (!url) throw new StoreRefusal(400, 'This isn’t an address of the file store.');
    if (chunks && url.pathname.startsWith(`${PATH}/`)) await chunks(request, response);
    else if (folder) await answerForFolder(folder, url, request, response);
    else throw new StoreRefusal(404, 'This address only accepts uploads in chunks.');
  } catch (error) {
    refuse(error, request, response);
  }
}

async function answerForFolder(
  folder: FolderStore,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  switch (request.method) {
    case 'OPTIONS':
      response.writeHead(204).end();
      break;
    case 'POST': {
      const stored = await receiveForm(folder, request);
      response.writeHead(204, { ETag: `"${stored.sha256}"` }).end();
      break;
    }
    case 'GET':
    case 'HEAD':
      await sendObject(folder, url, request, response);
      break;
    default:
      throw new StoreRefusal(405, 'This address only accepts uploads and serves files.');
  }
}

function setHeaders(origins: ReadonlySet<string>, request: IncomingMessage, response: ServerResponse): void {
  const origin = request.headers.origin;
  // A cached response for one origin, or for an <img> without one, must not be used for another origin.
  response.setHeader('Vary', 'Origin');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  response.setHeader('Referrer-Policy', 'no-referrer');
  // The app shows thumbnails, and may be on a different site than its store.
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (origin === undefined || !origins.has(origin)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader(
    'Access-Control-Expose-Headers',
    'ETag, Accept-Ranges, Content-Range, Content-Length, Content-Disposition',
  );
  if (request.method !== 'OPTIONS') return;
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type, Range, If-Range, If-None-Match');
  response.setHeader('Access-Control-Max-Age', '7200');
}

function refuse(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || response.destroyed || request.socket.destroyed) {
    // The user's connection broke, or a file disappeared while it was being sent, so there is nobody to notify.
    response.destroy();
    return;
  }
  const refusal = asRefusal(error);
  if (refusal.status >= 500) log.error({ err: error }, 'the file store failed');
  const body = JSON.stringify({ error_message: refusal.message });
  response.writeHead(refusal.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...(refusal.retryAfter !== null && { 'Retry-After': refusal.retryAfter }),
  });
  response.end(body);
  drain(request);
}

/** Reads and discards the rest of an upload for a while, because a browser reads an early response only after its upload. */
function drain(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const patience = setTimeout(() => request.destroy(), 30_000);
  patience.unref();
  request.once('close', () => clearTimeout(patience));
}

function asRefusal(error: unknown): StoreRefusal {
  if (error instanceof StoreRefusal) return error;
  if (error instanceof ObjectStoreError && error.code === 'not_found')
    return new StoreRefusal(404, error.message);
  if (error instanceof ObjectStoreError && error.code === 'bad_key')
    return new StoreRefusal(400, error.message);
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
    return new StoreRefusal(
      507,
      'The server has no space left for files. Tell your administrator, and try again later.',
    );
  }
  if (isAway(error)) {
    return new StoreRefusal(
      503,
      'The file store is not responding. Your file is safe on your device and will be sent again automatically.',
      RETRY_SECONDS,
    );
  }
  return new StoreRefusal(500, 'The file could not be stored or read. Try again in a moment.');
}

/**
 * Returns whether the bucket, or the database with the locks, is unreachable. The AWS SDK marks its errors, including
 * refused connections, with `$metadata`.
 */
function isAway(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (error instanceof ObjectStoreError) return error.code === 'unavailable';
  return error instanceof Error && '$metadata' in error;
}

async function closeServer(server: Server, graceSeconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const patience = setTimeout(() => server.closeAllConnections(), graceSeconds * 1000);
  await closed;
  clearTimeout(patience);
}
