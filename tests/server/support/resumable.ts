import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { ResumableUpload } from '../../../src/contract/entities/documents/document.ts';
import type { Answer, TestClient } from './test-client.ts';

export type Prepared = { uuid: string; key: string; resumable: ResumableUpload };

/** Requests the presign for a file, of a new document or of one whose upload has begun. */
export async function presign(client: TestClient, deal: string, uuid = v7()): Promise<Prepared> {
  const answer = await client.post(`/transactions/transaction/${deal}/presigned_url`, {
    doc_uuid: uuid,
    file_name: 'file.pdf',
  });
  expect(answer.status, answer.text).toBe(200);
  return { uuid, key: answer.body.fields.key, resumable: answer.body.resumable };
}

/** Sends one request of the tus protocol, as the browser does. */
export function ask(
  { url, token }: Pick<ResumableUpload, 'url' | 'token'>,
  method: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return fetch(url, {
    method,
    headers: { 'Tus-Resumable': '1.0.0', Authorization: `Bearer ${token}`, ...headers },
    ...(body && { body }),
  });
}

export function begin(upload: ResumableUpload, length: number): Promise<Response> {
  return ask(upload, 'POST', { 'Upload-Length': String(length) });
}

export function append(
  upload: ResumableUpload,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return ask(upload, 'PATCH', chunkHeaders(offset), bytes);
}

/** Returns the offset that the store reports, or the status if it reports none. */
export async function offsetOf(upload: ResumableUpload): Promise<number | { status: number }> {
  const answer = await ask(upload, 'HEAD');
  if (answer.status !== 200) return { status: answer.status };
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return Number(answer.headers.get('upload-offset'));
}

/** Announces all of `bytes` and sends the first `count`. The connection stays open and silent. */
export async function sendPart(
  upload: ResumableUpload,
  offset: number,
  bytes: Uint8Array,
  count: number,
): Promise<Socket> {
  const { hostname, port, pathname } = new URL(upload.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const headers = {
    Host: `${hostname}:${port}`,
    'Tus-Resumable': '1.0.0',
    Authorization: `Bearer ${upload.token}`,
    ...chunkHeaders(offset),
    'Content-Length': String(bytes.length),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`PATCH ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await new Promise<void>((resolve) => socket.write(bytes.subarray(0, count), () => resolve()));
  return socket;
}

export function create(client: TestClient, deal: string, { uuid, key }: Prepared): Promise<Answer> {
  return client.post('/transactions/document', {
    uuid,
    transaction: deal,
    name: 'Agreement',
    uploaded_file_key: key,
  });
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function chunkHeaders(offset: number): Record<string, string> {
  return { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
}
