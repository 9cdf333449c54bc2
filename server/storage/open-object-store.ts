import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { FolderPartials } from './folder/folder-partials.ts';
import { openFolderStore } from './folder/folder-store.ts';
import type { FolderStore } from './folder/folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { PartialUploads } from './partial-uploads.ts';
import { S3Partials } from './s3/s3-partials.ts';
import { S3Store } from './s3/s3-store.ts';

export type OpenObjectStore = {
  store: ObjectStore;
  /** The chunked uploads that will become objects of the store. */
  partials: PartialUploads;
  /** The store, if this server must serve browsers on its behalf; null for a bucket, which does so itself. */
  folder: FolderStore | null;
};

const SECRET_FILE = 'store.secret';

/** The file with the folder store's secrets; null for a bucket, which signs its own links. */
export function storeSecretFile({ objectStore, dataDir }: Pick<Settings, 'objectStore' | 'dataDir'>) {
  return objectStore.kind === 'folder' ? join(dataDir, SECRET_FILE) : null;
}

/** The store from the settings. */
export async function openObjectStore(
  settings: Pick<Settings, 'objectStore' | 'dataDir' | 'storePublicUrl'>,
): Promise<OpenObjectStore> {
  const setting = settings.objectStore;
  if (setting.kind === 's3') {
    const store = new S3Store(setting);
    return { store, partials: new S3Partials(setting, store), folder: null };
  }
  const folder = await openFolderStore({
    folder: setting.folder,
    secretFile: join(settings.dataDir, SECRET_FILE),
    publicUrl: settings.storePublicUrl,
  });
  const partials = new FolderPartials(join(setting.folder, 'resumable'), folder);
  await partials.prepare();
  return { store: folder, partials, folder };
}
