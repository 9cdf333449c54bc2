import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { openFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Store } from './s3-store.ts';
import { startFolderStoreServer } from './folder-store-server.ts';
import type { FolderStoreServer } from './folder-store-server.ts';

/**
 * The store that the settings name. `serve` starts its own HTTP server, where it needs one: for processes that face
 * browsers (ROLE all or web); a worker only reads and writes.
 */
export async function openObjectStore(
  settings: Pick<Settings, 'objectStore' | 'dataDir' | 'storePublicUrl' | 'publicUrl' | 'host' | 'storePort'>,
): Promise<{ store: ObjectStore; serve(): Promise<FolderStoreServer | null> }> {
  const setting = settings.objectStore;
  if (setting.kind === 's3') return { store: new S3Store(setting), serve: () => Promise.resolve(null) };
  const store = await openFolderStore({
    folder: setting.folder,
    secretFile: join(settings.dataDir, 'store.secret'),
    publicUrl: settings.storePublicUrl,
  });
  const serve = () =>
    startFolderStoreServer({
      store,
      host: settings.host,
      port: settings.storePort,
      allowedOrigins: [settings.publicUrl],
    });
  return { store, serve };
}
