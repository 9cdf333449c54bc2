import type { Settings } from '../settings.ts';
import type { ObjectStore } from './object-store.ts';

/** The store that the settings name. A folder store also needs its server: `startFolderStoreServer`. */
export async function openObjectStore(
  settings: Pick<Settings, 'objectStore' | 'dataDir' | 'storePublicUrl'>,
): Promise<ObjectStore> {
  throw new Error(`not built yet ${settings.dataDir}`);
}
