import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { contentDisposition } from '../content-disposition.ts';
import type { FolderStore } from './folder-store.ts';
import { StoreRefusal } from '../store-refusal.ts';

const sentences = {
  forged: 'This link was altered or didn’t come from the app. Open the file from the app.',
  expired: 'This link has expired. Go back to the app and open the file again.',
} as const;

/**
 * Responds to a signed link with the object, or the requested part of it.
 * @throws {StoreRefusal}
 */
export async function sendObject(
  store: FolderStore,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const key = decodeKey(url.pathname);
  const download = store.signer.checkDownload(key, url.searchParams, Date.now());
  if (download === 'forged' || download === 'expired') throw new StoreRefusal(403, sentences[download]);

  const entry = await store.stat(key);
  if (!entry) throw new StoreRefusal(404, 'The stored file is no longer there.');
  const { size } = entry;
  const tag = `"${size.toString(16)}-${Math.round(entry.modified).toString(16)}"`;
  const range = readRange(request, size, tag);

  response.setHeader('ETag', tag);
  response.setHeader('Accept-Ranges', 'bytes');
  const secondsLeft = Math.max(0, download.expires - Math.floor(Date.now() / 1000));
  response.setHeader('Cache-Control', `private, max-age=${secondsLeft}, immutable`);
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end();
    return;
  }
  if (range === 'beyond') {
    response.setHeader('Content-Range', `bytes */${size}`);
    throw new StoreRefusal(416, 'The requested part of the file does not exist.');
  }
  response.setHeader('Content-Type', download.contentType);
  response.setHeader('Content-Disposition', contentDisposition(download.contentType, download.fileName));
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : size);
  if (range) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  response.statusCode = range ? 206 : 200;
  if (request.method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  await pipeline(await store.get(key, range ?? undefined), response);
}

function decodeKey(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    throw new StoreRefusal(400, sentences.forged);
  }
}

/**
 * Returns a single byte range, or null for the whole object. Requests with several ranges, other units or an outdated
 * If-Range get the whole object.
 */
function readRange(
  request: IncomingMessage,
  size: number,
  tag: string,
): { start: number; end: number } | 'beyond' | null {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== tag) return null;
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.range ?? '');
  const [, first = '', last = ''] = found ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || start > end) return 'beyond';
  return { start, end };
}
