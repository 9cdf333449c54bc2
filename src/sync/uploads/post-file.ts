import type { PresignedUpload } from '../../contract/entities/document.ts';

/** No byte has moved for this long: the connection is taken for dead. Milliseconds. */
const STALL_MS = 60_000;

export type Posted =
  | { outcome: 'stored' }
  | { outcome: 'refused'; status: number }
  | { outcome: 'unreachable' }
  | { outcome: 'stopped' };

/** Brings a file's bytes to the object store. */
export type PostFile = (
  upload: PresignedUpload,
  file: { name: string; bytes: Blob },
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
) => Promise<Posted>;

/**
 * Posts a file to the object store by the presigned form: fields first, `file` last. By XHR, the only way to see how
 * far the bytes have got; `onProgress` is told the bytes sent.
 */
export const postFile: PostFile = async (upload, file, signal, onProgress) => {
  if (signal.aborted) return { outcome: 'stopped' };
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append('file', file.bytes, file.name);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let stall = setTimeout(() => request.abort(), STALL_MS);
    const settle = (posted: Posted) => {
      clearTimeout(stall);
      signal.removeEventListener('abort', stop);
      resolve(posted);
    };
    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    request.upload.addEventListener('progress', (event) => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), STALL_MS);
      onProgress(Math.min(event.loaded, file.bytes.size));
    });
    request.addEventListener('load', () => {
      const stored = request.status >= 200 && request.status < 300;
      settle(stored ? { outcome: 'stored' } : { outcome: 'refused', status: request.status });
    });
    request.addEventListener('error', () => settle({ outcome: 'unreachable' }));
    request.addEventListener('abort', () => settle({ outcome: signal.aborted ? 'stopped' : 'unreachable' }));
    try {
      request.open('POST', upload.url);
      request.send(form);
    } catch {
      // An address that is none: a later presign may name another.
      settle({ outcome: 'unreachable' });
    }
  });
};
