import type { DatabaseAddress } from '../../postgres/open-database.ts';
import type { Settings } from '../../settings.ts';
import type { OpenObjectStore } from '../open-object-store.ts';
import { makeChunkReceiver } from './receive-chunks.ts';
import type { ResumableUploads } from '../resumable-uploads.ts';
import { startStoreServer } from './store-server.ts';
import { UploadLocks } from './upload-locks.ts';

/**
 * Opens the store's port, for processes that serve browsers (ROLE all or web). Returns null if there is nothing to serve,
 * because a bucket handles forms and links itself and chunked uploads are not offered.
 */
export async function serveStore(
  settings: Pick<Settings, 'publicUrl' | 'host' | 'storePort'>,
  address: DatabaseAddress,
  { partials, folder }: OpenObjectStore,
  resumable: ResumableUploads | null,
): Promise<{ close(): Promise<void> } | null> {
  if (!folder && !resumable) return null;
  const origins = new Set([settings.publicUrl]);
  const locks = new UploadLocks(address);
  const chunks = resumable && makeChunkReceiver({ partials, resumable, locks, origins });
  const server = await startStoreServer({
    folder,
    chunks,
    origins,
    host: settings.host,
    port: settings.storePort,
  });
  return {
    close: async () => {
      await server.close();
      await locks.close();
    },
  };
}
