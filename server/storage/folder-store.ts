import type { ObjectStore } from './object-store.ts';

/** Objects as files in one folder. Its URLs are answered by `startFolderStoreServer`. */
export interface FolderStore extends ObjectStore {
  readonly kind: 'folder';
}

/** `secretFile` holds the signing key of upload and download URLs (0600), made when missing. */
export async function openFolderStore(options: {
  folder: string;
  secretFile: string;
  publicUrl: string;
}): Promise<FolderStore> {
  throw new Error(`not built yet ${options.folder}`);
}
