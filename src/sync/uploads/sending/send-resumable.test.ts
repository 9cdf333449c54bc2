import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sealBlob, SealedBlob } from '../../../db/lock/seal.ts';
import type { SendBytes, StoreAnswer, StoreRequest } from './send-bytes.ts';
import { createPostFile } from './post-file.ts';
import { sendResumable } from './send-resumable.ts';

const MB = 1024 * 1024;
const upload = { url: 'http://store/r/1', create_url: 'http://store/r', token: 'T', expires: 0 };
const { signal } = new AbortController();

/** A store that speaks tus, and its failures. */
class TusStore {
  kept: Uint8Array | null = null;
  readonly asked: string[] = [];
  /** This many bytes of the next PATCH arrive; then the connection breaks. */
  cutAfter: number | null = null;
  /** The response to the method's next request, instead of the real one. */
  readonly instead = new Map<StoreRequest['method'], StoreAnswer>();

  readonly send: SendBytes = async ({ method, url, headers = {}, body }, _signal, onProgress) => {
    this.asked.push(method);
    expect(headers).toMatchObject({ 'Tus-Resumable': '1.0.0', Authorization: 'Bearer T' });
    expect(url).toBe(method === 'POST' ? upload.create_url : upload.url);
    const instead = this.instead.get(method);
    this.instead.delete(method);
    if (instead) return instead;
    if (method === 'POST') {
      this.kept = new Uint8Array();
      return answer(201);
    }
    if (method === 'DELETE') {
      this.kept = null;
      return answer(204);
    }
    if (!this.kept) return answer(404);
    if (method === 'HEAD') return answer(200, this.kept.length);
    if (Number(headers['Upload-Offset']) !== this.kept.length) return answer(409);
    const bytes = new Uint8Array(await (body as Blob).arrayBuffer());
    const arriving = this.cutAfter === null ? bytes : bytes.subarray(0, this.cutAfter);
    this.kept = Buffer.concat([this.kept, arriving]);
    onProgress(arriving.length);
    if (this.cutAfter === null) return answer(204, this.kept.length);
    this.cutAfter = null;
    return { outcome: 'unreachable' };
  };
}

function answer(status: number, offset?: number): StoreAnswer {
  const headers: Record<string, string> = offset === undefined ? {} : { 'Upload-Offset': String(offset) };
  return { outcome: 'answered', status, header: (name) => headers[name] ?? null };
}

const content = Uint8Array.from({ length: 3 * MB + 5 }, (_, index) => index % 251);
const file = new Blob([content]);
let store: TusStore;
let progress: number[];

async function sendFile() {
  return sendResumable(store.send, upload, { bytes: file }, signal, (sent) => progress.push(sent));
}

beforeEach(() => {
  store = new TusStore();
  progress = [];
});

it('a file arrives unchanged, and its reported progress never decreases', async () => {
  expect(await sendFile()).toEqual({ outcome: 'stored' });
  expect(store.kept && Buffer.compare(store.kept, content)).toBe(0);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(content.length);
});

it('[LOCK4] a sealed file arrives unchanged, even after an interruption inside a record', async () => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const sealed = new SealedBlob(key, 'upload/deed', await sealBlob(key, 'upload/deed', file));
  const send = async () =>
    sendResumable(store.send, upload, { bytes: sealed }, signal, (sent) => progress.push(sent));
  store.cutAfter = MB / 2 + 3;
  expect(await send()).toEqual({ outcome: 'unreachable' });
  expect(store.kept?.length).toBe(MB / 2 + 3);
  expect(await send()).toEqual({ outcome: 'stored' });
  expect(store.kept && Buffer.compare(store.kept, content)).toBe(0);
  expect(store.asked.filter((method) => method === 'POST')).toHaveLength(1);
});

it('[UP10] bytes from an earlier try, by any worker, are not sent again', async () => {
  store.kept = content.slice(0, 2 * MB);
  expect(await sendFile()).toEqual({ outcome: 'stored' });
  expect(store.kept && Buffer.compare(store.kept, content)).toBe(0);
  expect(store.asked).not.toContain('POST');
  expect(progress[0]).toBe(2 * MB);
});

it('[UP10] a connection that breaks inside a chunk ends the try, and the next continues from the last byte that arrived', async () => {
  store.cutAfter = 100;
  expect(await sendFile()).toEqual({ outcome: 'unreachable' });
  expect(await sendFile()).toEqual({ outcome: 'stored' });
  expect(progress.filter((sent) => sent === 100)).toHaveLength(2);
  expect(store.kept && Buffer.compare(store.kept, content)).toBe(0);
});

describe('[UP10] a chunk that times out', () => {
  /** Makes this many chunks time out as soon as they start. This much of each arrives. */
  async function sendSlowly(times: number, arriving: number) {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    for (let time = 0; time < times; time += 1) timeout.mockReturnValueOnce(AbortSignal.abort());
    const sizes: number[] = [];
    const send: SendBytes = async (request, asked, onProgress) => {
      if (request.method === 'PATCH') sizes.push((request.body as Blob).size);
      if (!asked.aborted) return store.send(request, asked, onProgress);
      store.cutAfter = arriving;
      await store.send(request, asked, onProgress);
      return { outcome: 'stopped' };
    };
    const posted = await sendResumable(send, upload, { bytes: file }, signal, () => undefined);
    timeout.mockRestore();
    return { posted, sizes };
  }

  it('is followed by smaller ones, from the last byte that arrived', async () => {
    const { posted, sizes } = await sendSlowly(1, 100_000);
    expect(posted).toEqual({ outcome: 'stored' });
    expect(sizes.slice(0, 2)).toEqual([MB, MB / 4]);
    expect(store.kept).toEqual(Buffer.from(content));
  });

  it('is left for later if not even the smallest one arrives', async () => {
    const { posted, sizes } = await sendSlowly(2, 0);
    expect(posted).toEqual({ outcome: 'unreachable' });
    expect(sizes).toEqual([MB, MB / 4]);
  });
});

it('a large file whose store takes no chunks is left to a sender that can send it whole', async () => {
  const post = createPostFile(store.send, { resumableAbove: MB, formAtMost: 2 * MB });
  const whole = { url: 'http://store/', fields: {} };
  const posted = post(
    whole,
    { name: 'Deed.pdf', bytes: file },
    signal,
    () => undefined,
    async () => false,
  );
  expect(await posted).toEqual({ outcome: 'left' });
  expect(store.asked).toEqual([]);
});

it('a store that has more than expected is asked how much it has, and the upload continues from there', async () => {
  store.kept = content.slice(0, MB);
  store.instead.set('HEAD', answer(200, 10));
  expect(await sendFile()).toEqual({ outcome: 'stored' });
  expect(store.kept && Buffer.compare(store.kept, content)).toBe(0);
});

it('an upload that the store has discarded is restarted', async () => {
  store.kept = content.slice(0, MB);
  store.instead.set('PATCH', answer(404));
  expect(await sendFile()).toEqual({ outcome: 'stored' });
  expect(store.kept && Buffer.compare(store.kept, content)).toBe(0);
});

it('leaves an upload whose position never agrees for later, and stops asking', async () => {
  store.kept = content.slice(0, MB);
  const send: SendBytes = async (request, ...rest) =>
    request.method === 'PATCH' ? answer(409) : store.send(request, ...rest);
  const posted = await sendResumable(send, upload, { bytes: file }, signal, () => undefined);
  expect(posted).toEqual({ outcome: 'refused', status: 409 });
});

it('leaves an upload that accepts bytes without moving for later, without reporting progress', async () => {
  const send: SendBytes = async (request, ...rest) => {
    if (request.method !== 'PATCH') return store.send(request, ...rest);
    store.asked.push('PATCH');
    return store.asked.length > 50 ? answer(500) : answer(204, 0);
  };
  const posted = await sendResumable(send, upload, { bytes: file }, signal, () => undefined);
  expect(posted).toEqual({ outcome: 'refused', status: 409 });
  expect(store.asked.filter((method) => method === 'PATCH')).toHaveLength(4);
});

it('a permission that expires after the store took bytes without moving counts as rejected', async () => {
  store.instead.set('PATCH', answer(204, 0));
  const send: SendBytes = async (request, ...rest) =>
    request.method === 'PATCH' && !store.instead.has('PATCH') ? answer(403) : store.send(request, ...rest);
  const posted = await sendResumable(send, upload, { bytes: file }, signal, () => undefined);
  expect(posted).toEqual({ outcome: 'refused', status: 403, advanced: false });
});

describe('[UP18] a file that is sent from the beginning', () => {
  const sendAfresh = async () =>
    sendResumable(store.send, upload, { bytes: file, isAfresh: true }, signal, (sent) => progress.push(sent));

  it('replaces what the store has, even if that is complete and damaged', async () => {
    store.kept = content.map((byte) => byte ^ 1);
    expect(await sendAfresh()).toEqual({ outcome: 'stored' });
    expect(store.kept && Buffer.compare(store.kept, content)).toBe(0);
  });

  it('[UP10] continues after an interruption', async () => {
    store.kept = content.slice(0, 2 * MB);
    expect(await sendAfresh()).toEqual({ outcome: 'stored' });
    expect(store.asked).not.toContain('DELETE');
  });

  it('does not count as sent if the store does not discard what it has', async () => {
    store.kept = content.map((byte) => byte ^ 1);
    store.instead.set('DELETE', answer(503));
    expect(await sendAfresh()).toEqual({ outcome: 'refused', status: 503, advanced: false });
    store.instead.set('DELETE', { outcome: 'unreachable' });
    expect(await sendAfresh()).toEqual({ outcome: 'unreachable' });
  });
});

it.for([
  ['HEAD', 403],
  ['HEAD', 500],
  ['POST', 413],
  ['PATCH', 423],
] as const)('a %s that is answered %i ends the try with it', async ([method, status]) => {
  store.instead.set(method, answer(status));
  expect(await sendFile()).toEqual({ outcome: 'refused', status, advanced: false });
});

it('a permission that expires after bytes were accepted differs from an invalid one', async () => {
  const send: SendBytes = async (request, ...rest) =>
    request.method === 'PATCH' && (store.kept?.length ?? 0) > 0 ? answer(403) : store.send(request, ...rest);
  const posted = await sendResumable(send, upload, { bytes: file }, signal, () => undefined);
  expect(posted).toEqual({ outcome: 'refused', status: 403, advanced: true });
});

describe('[UP17] a stopped upload', () => {
  async function stopped(isUnwanted: boolean) {
    const stopping = new AbortController();
    const send: SendBytes = async (request, asked, onProgress) => {
      if (asked.aborted) return { outcome: 'stopped' };
      if (request.method === 'PATCH' && (store.kept?.length ?? 0) > 0) {
        stopping.abort();
        return { outcome: 'stopped' };
      }
      return store.send(request, asked, onProgress);
    };
    return createPostFile(send, { resumableAbove: MB })(
      { url: '', fields: {}, resumable: upload },
      { name: 'Deed.pdf', bytes: file },
      stopping.signal,
      () => undefined,
      async () => isUnwanted,
    );
  }

  it('leaves nothing at the store if its file was removed from the queue', async () => {
    expect(await stopped(true)).toEqual({ outcome: 'stopped' });
    expect(store.asked.at(-1)).toBe('DELETE');
    expect(store.kept).toBeNull();
  });

  it('keeps what has arrived if it stopped for another reason', async () => {
    expect(await stopped(false)).toEqual({ outcome: 'stopped' });
    expect(store.kept).toHaveLength(MB);
  });

  it('stops even if its store does not respond', async () => {
    store.instead.set('DELETE', { outcome: 'unreachable' });
    expect(await stopped(true)).toEqual({ outcome: 'stopped' });
  });
});

it.for(['HEAD', 'PATCH', 'POST'] as const)(
  'a %s that another server answers with success counts as unreachable',
  async (method) => {
    store.instead.set(method, answer(200));
    expect(await sendFile()).toEqual({ outcome: 'unreachable' });
  },
);
