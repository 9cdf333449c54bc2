/** If no byte has moved for this long, the connection counts as dead. Milliseconds. */
const STALL_MS = 60_000;

/** The time limit for a request without progress reports, milliseconds: three times a chunk's target time. */
const BLIND_MS = 180_000;

/** A request to the object store. */
export interface StoreRequest {
  method: 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: Blob | FormData;
}

export type StoreAnswer =
  | { outcome: 'answered'; status: number; header: (name: string) => string | null }
  | { outcome: 'unreachable' }
  | { outcome: 'stopped' };

/** Sends a request to the object store; `onProgress` gets the number of sent bytes. Never throws. */
export type SendBytes = (
  request: StoreRequest,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
) => Promise<StoreAnswer>;

/** Sends with XHR, the only way to see how many bytes were sent. */
export const sendByXhr: SendBytes = async (asked, signal, onProgress) => {
  if (signal.aborted) return { outcome: 'stopped' };
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let stall = setTimeout(() => request.abort(), STALL_MS);
    const settle = (answer: StoreAnswer) => {
      clearTimeout(stall);
      signal.removeEventListener('abort', stop);
      resolve(answer);
    };
    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    request.upload.addEventListener('progress', (event) => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), STALL_MS);
      onProgress(event.loaded);
    });
    request.addEventListener('load', () => {
      const header = (name: string) => request.getResponseHeader(name);
      settle({ outcome: 'answered', status: request.status, header });
    });
    request.addEventListener('error', () => settle({ outcome: 'unreachable' }));
    request.addEventListener('abort', () => settle({ outcome: signal.aborted ? 'stopped' : 'unreachable' }));
    try {
      request.open(asked.method, asked.url);
      for (const [name, value] of Object.entries(asked.headers ?? {})) request.setRequestHeader(name, value);
      request.send(asked.body ?? null);
    } catch {
      // An invalid address. A later presign may return a different one.
      settle({ outcome: 'unreachable' });
    }
  });
};

/** Sends with fetch, if XHR doesn't exist. A service worker does not see how many bytes were sent. */
export const sendByFetch: SendBytes = async ({ method, url, headers, body }, signal, onProgress) => {
  if (signal.aborted) return { outcome: 'stopped' };
  try {
    const response = await fetch(url, {
      method,
      headers: headers ?? {},
      body: body ?? null,
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(BLIND_MS)]),
    });
    if (body instanceof Blob) onProgress(body.size);
    return {
      outcome: 'answered',
      status: response.status,
      header: (name) => response.headers.get(name),
    };
  } catch {
    return { outcome: signal.aborted ? 'stopped' : 'unreachable' };
  }
};
