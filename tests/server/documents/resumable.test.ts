import { appendFileSync, existsSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { sweepUploads } from '../../../server/jobs/documents/sweep-uploads.ts';
import { openObjectStore } from '../../../server/storage/open-object-store.ts';
import { readUploadSigner } from '../../../server/store/upload-secret.ts';
import { sendByFetch } from '../../../src/sync/uploads/sending/send-bytes.ts';
import { sendResumable } from '../../../src/sync/uploads/sending/send-resumable.ts';
import {
  append,
  ask,
  begin,
  create,
  offsetOf,
  presign,
  sendPart,
  sha256,
  type Prepared,
} from '../support/resumable.ts';
import {
  client,
  deal,
  file,
  MB,
  openChunkedUploads,
  prepared,
  sentence,
  server,
  uploadByLibrary,
} from './chunked-upload.ts';

openChunkedUploads();

const objects = (...names: string[]) => join(server.settings.dataDir, 'objects', ...names);
const stored = async (key: string) => buffer(await server.services.objects.get(key));
const partOf = ({ key }: Prepared) => objects('resumable', key.replaceAll('/', '~'));
const bytesOnDisk = (upload: Prepared, length: number) => statSync(join(partOf(upload), String(length))).size;

describe('an upload in chunks', () => {
  test('by another client becomes a document with the hash of the file', async () => {
    expect((await client.get('/config')).body.resumable_uploads).toBe(true);
    await uploadByLibrary(prepared, file, MB);
    expect(sha256(await stored(prepared.key))).toBe(sha256(file));
    expect(existsSync(partOf(prepared))).toBe(false);
    const document = await create(client, deal, prepared);
    expect(document.status, document.text).toBe(201);
    expect(document.body).toMatchObject({ sha256: sha256(file), size: file.length });
    expect(await offsetOf(prepared.resumable)).toEqual({ status: 404 });
  });

  test('by our own client continues from where an earlier try stopped', async () => {
    const { resumable } = prepared;
    await begin(resumable, file.length);
    await append(resumable, 0, file.subarray(0, MB));
    const offsets: number[] = [];
    const { signal } = new AbortController();
    const sent = await sendResumable(sendByFetch, resumable, { bytes: new Blob([file]) }, signal, (n) =>
      offsets.push(n),
    );
    expect(sent).toEqual({ outcome: 'stored' });
    expect([offsets.at(0), offsets.at(-1)]).toEqual([MB, file.length]);
    expect(sha256(await stored(prepared.key))).toBe(sha256(file));
  });

  test('that restarts replaces the stored bytes, so a new create matches them', async () => {
    const { resumable } = prepared;
    const { signal } = new AbortController();
    const send = async (bytes: Buffer<ArrayBuffer>, isAfresh: boolean) =>
      sendResumable(sendByFetch, resumable, { bytes: new Blob([bytes]), isAfresh }, signal, () => undefined);
    await send(Buffer.alloc(file.length, 'x'), false);
    expect(await send(file, true)).toEqual({ outcome: 'stored' });
    const document = await create(client, deal, prepared);
    expect(document.body, document.text).toMatchObject({ sha256: sha256(file), size: file.length });
  });

  test('interrupted in the middle of a chunk continues from what is on the disk', async () => {
    const { resumable } = prepared;
    await begin(resumable, file.length);
    const socket = await sendPart(resumable, 0, file, MB + 17);
    await expect.poll(() => bytesOnDisk(prepared, file.length)).toBe(MB + 17);
    socket.destroy();
    expect(await offsetOf(resumable)).toBe(MB + 17);
    const rest = await append(resumable, MB + 17, file.subarray(MB + 17));
    expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(file.length)]);
    expect(sha256(await stored(prepared.key))).toBe(sha256(file));
  });

  test('whose connection went silent is taken over by the next one', async () => {
    const { resumable } = prepared;
    await begin(resumable, file.length);
    const silent = await sendPart(resumable, 0, file, MB);
    await expect.poll(() => bytesOnDisk(prepared, file.length)).toBe(MB);
    expect(await offsetOf(resumable)).toBe(MB);
    expect((await append(resumable, MB, file.subarray(MB))).status).toBe(204);
    silent.destroy();
    expect(sha256(await stored(prepared.key))).toBe(sha256(file));
  });

  test('continues under the token of a later presign', async () => {
    await begin(prepared.resumable, file.length);
    await append(prepared.resumable, 0, file.subarray(0, MB));
    const again = await presign(client, deal, prepared.uuid);
    expect(again.resumable.url).toBe(prepared.resumable.url);
    expect(await offsetOf(again.resumable)).toBe(MB);
    await append(again.resumable, MB, file.subarray(MB));
    expect(sha256(await stored(prepared.key))).toBe(sha256(file));
  });

  test('that is started twice, after a lost answer or by a second window, keeps its bytes', async () => {
    const { resumable } = prepared;
    await begin(resumable, file.length);
    await append(resumable, 0, file.subarray(0, MB));
    const second = await begin(resumable, file.length);
    expect([second.status, second.headers.get('location')]).toEqual([201, resumable.url]);
    expect(await offsetOf(resumable)).toBe(MB);
    // A client that expects to start at the beginning learns the real offset, and continues from there.
    expect((await append(resumable, 0, file.subarray(0, MB))).status).toBe(409);
    await uploadByLibrary(prepared, file, MB);
    expect(sha256(await stored(prepared.key))).toBe(sha256(file));
  });

  test('that is started by two windows at the same time is one file', async () => {
    await Promise.all([uploadByLibrary(prepared, file, MB / 2), uploadByLibrary(prepared, file, MB / 2)]);
    expect(sha256(await stored(prepared.key))).toBe(sha256(file));
    expect(existsSync(partOf(prepared))).toBe(false);
  });

  test('restarted with another length starts from scratch', async () => {
    const { resumable } = prepared;
    await begin(resumable, file.length);
    await append(resumable, 0, file.subarray(0, MB));
    await begin(resumable, 20);
    expect(await offsetOf(resumable)).toBe(0);
    await append(resumable, 0, file.subarray(0, 20));
    expect(await stored(prepared.key)).toEqual(file.subarray(0, 20));
  });

  test('whose last response was lost is reported as complete, even if the file was posted as a form', async () => {
    const { resumable, key } = prepared;
    await begin(resumable, 20);
    await append(resumable, 0, file.subarray(0, 20));
    expect(await offsetOf(resumable)).toBe(20);
    expect((await begin(resumable, 20)).status).toBe(201);
    expect(await offsetOf(resumable)).toBe(20);
    expect(await stored(key)).toEqual(file.subarray(0, 20));

    const form = await presign(client, deal);
    await server.services.objects.put(form.key, file);
    expect(await offsetOf(form.resumable)).toBe(file.length);
  });

  test('whose process died between its last byte and the object is complete when requested', async () => {
    const { resumable, key } = prepared;
    const { partials } = await openObjectStore(server.settings);
    await begin(resumable, 20);
    await append(resumable, 0, file.subarray(0, 19));
    const half = join(partOf(prepared), '20');
    appendFileSync(half, file.subarray(19, 20));
    expect(await partials.getUpload(key)).toMatchObject({ offset: 20, size: 20 });
    expect(await stored(key)).toEqual(file.subarray(0, 20));
  });

  test('that is canceled leaves nothing, and may be canceled twice', async () => {
    const { resumable, key } = prepared;
    await begin(resumable, file.length);
    await append(resumable, 0, file.subarray(0, MB));
    expect((await ask(resumable, 'DELETE')).status).toBe(204);
    expect((await ask(resumable, 'DELETE')).status).toBe(204);
    expect(await offsetOf(resumable)).toEqual({ status: 404 });
    await begin(resumable, 20);
    await append(resumable, 0, file.subarray(0, 20));
    expect((await ask(resumable, 'DELETE')).status).toBe(204);
    expect(await server.services.objects.stat(key)).toBeNull();
  });
});

describe('an upload is rejected with an explanation, and nothing is stored', () => {
  test('without a token, with a forged one, with a token of another file, and after it has expired', async () => {
    const { resumable, key } = prepared;
    const other = await presign(client, deal);
    const signer = await readUploadSigner(server.services.db);
    const late = signer.uploadToken({ key, maxBytes: 1000, expires: Math.floor(Date.now() / 1000) - 5 });
    const [policy = '', signature = ''] = resumable.token.split('.');
    const raised = Buffer.from(policy, 'base64url')
      .toString()
      .replace(/"maxBytes":\d+/, '"maxBytes":9e15');
    const cases: [string, RegExp][] = [
      ['', /The app didn’t prepare/],
      ['x.y', /The app didn’t prepare/],
      [`${Buffer.from(raised).toString('base64url')}.${signature}`, /The app didn’t prepare/],
      [other.resumable.token, /The app didn’t prepare/],
      [late, /upload timed out/],
    ];
    for (const [token, message] of cases) {
      for (const method of ['POST', 'PATCH', 'DELETE', 'HEAD', 'GET']) {
        const answer = await ask({ url: resumable.url, token }, method, { 'Upload-Length': '10' });
        expect(answer.status).toBe(403);
        if (method !== 'HEAD') expect(await sentence(answer)).toMatch(message);
      }
    }
    const bare = await fetch(resumable.url, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } });
    expect(bare.status).toBe(403);
    expect(existsSync(partOf(prepared))).toBe(false);
  });

  test('if it is too large, empty, or larger than announced', async () => {
    const { resumable } = prepared;
    const large = await begin(resumable, 500 * MB + 1);
    expect([large.status, await sentence(large)]).toEqual([
      413,
      'The file is larger than 500 MB, the maximum size.',
    ]);
    const empty = await begin(resumable, 0);
    expect([empty.status, await sentence(empty)]).toEqual([400, 'The file is empty.']);
    await begin(resumable, 10);
    const more = await append(resumable, 0, file.subarray(0, 11));
    expect([more.status, await sentence(more)]).toEqual([
      413,
      'The server received more data than was announced for this file. Try again.',
    ]);
    expect(await offsetOf(resumable)).toBe(0);
  });

  test.each<[string, string, Record<string, string>, number]>([
    ['another version of the protocol', 'HEAD', { 'Tus-Resumable': '0.2.2' }, 412],
    ['a creation without a length', 'POST', {}, 400],
    ['a creation with an invalid length', 'POST', { 'Upload-Length': '1e9' }, 400],
    ['a creation with a deferred length', 'POST', { 'Upload-Defer-Length': '1' }, 400],
    [
      'a creation that contains bytes',
      'POST',
      { 'Upload-Length': '9', 'Content-Type': 'application/offset+octet-stream' },
      400,
    ],
    ['a chunk without an offset', 'PATCH', { 'Content-Type': 'application/offset+octet-stream' }, 400],
    ['a chunk of another media type', 'PATCH', { 'Upload-Offset': '0', 'Content-Type': 'text/plain' }, 400],
    [
      'a chunk of an upload that was never created',
      'PATCH',
      { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      404,
    ],
    ['a download', 'GET', {}, 405],
  ])('%s', async (_what, method, headers, status) => {
    const answer = await ask(prepared.resumable, method, headers);
    expect(answer.status).toBe(status);
    if (method !== 'HEAD') expect(await sentence(answer)).toMatch(/\.$/);
    expect(await offsetOf(prepared.resumable)).toEqual({ status: 404 });
  });
});

describe('a browser', () => {
  const preflight = (origin: string) =>
    fetch(prepared.resumable.url, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization,content-type,tus-resumable,upload-offset',
      },
    });

  test('may upload and read on the app’s origin, but not on another', async () => {
    const allowed = await preflight(server.settings.publicUrl);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(server.settings.publicUrl);
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PATCH');
    const headers = allowed.headers.get('access-control-allow-headers')?.toLowerCase();
    for (const name of ['authorization', 'content-type', 'tus-resumable', 'upload-offset', 'upload-length'])
      expect(headers).toContain(name);
    expect((await preflight('https://evil.test')).headers.get('access-control-allow-origin')).toBeNull();

    for (const token of [prepared.resumable.token, 'forged']) {
      const answer = await ask({ ...prepared.resumable, token }, 'POST', {
        'Upload-Length': '10',
        Origin: server.settings.publicUrl,
      });
      expect(answer.headers.get('access-control-allow-origin')).toBe(server.settings.publicUrl);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      if (answer.status !== 201) continue;
      const exposed = answer.headers.get('access-control-expose-headers');
      for (const name of ['Upload-Offset', 'Upload-Length', 'Location']) expect(exposed).toContain(name);
    }
  });
});

describe('an upload that makes no progress for two weeks', () => {
  const old = new Date(Date.now() - 15 * 86_400_000);
  const young = new Date(Date.now() - 13 * 86_400_000);
  const age = (path: string, at: Date) => utimesSync(path, at, at);

  test('is deleted, whole or in part, but not if it is younger or stored elsewhere', async () => {
    const { objects: store } = server.services;
    const { partials } = await openObjectStore(server.settings);
    const [oldPart, youngPart] = [await presign(client, deal), await presign(client, deal)];
    for (const [part, at] of [[oldPart, old] as const, [youngPart, young] as const]) {
      await begin(part.resumable, 30);
      await append(part.resumable, 0, file.subarray(0, 10));
      age(join(partOf(part), '30'), at);
    }
    for (const key of ['incoming/a/old', 'incoming/a/young', 'files/old']) await store.put(key, file);
    for (const key of ['incoming/a/old', 'files/old']) age(objects('whole', key), old);
    age(objects('whole', 'incoming/a/young'), young);

    await sweepUploads(server.services, partials);

    expect(await offsetOf(oldPart.resumable)).toEqual({ status: 404 });
    expect(await offsetOf(youngPart.resumable)).toBe(10);
    expect(await store.stat('incoming/a/old')).toBeNull();
    for (const key of ['incoming/a/young', 'files/old']) expect(await store.stat(key)).not.toBeNull();
  });
});
