import { storeSeconds } from '../metrics.ts';
import type { ObjectStore } from './object-store.ts';

/** Wraps the store so that the time and outcome of each call are measured. Listing is not measured, because it streams. */
export function measured(store: ObjectStore): ObjectStore {
  const timed = async <Result>(operation: string, call: () => Promise<Result>): Promise<Result> => {
    const end = storeSeconds.startTimer({ operation });
    try {
      const result = await call();
      end({ outcome: 'ok' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  };
  return {
    presignUpload: (request) => timed('presign_upload', () => store.presignUpload(request)),
    put: (key, body, contentType) => timed('put', () => store.put(key, body, contentType)),
    get: (key) => timed('get', () => store.get(key)),
    stat: (key) => timed('stat', () => store.stat(key)),
    remove: (key) => timed('remove', () => store.remove(key)),
    list: (prefix) => store.list(prefix),
    presignDownload: (key, request) => timed('presign_download', () => store.presignDownload(key, request)),
    close: () => store.close(),
  };
}
