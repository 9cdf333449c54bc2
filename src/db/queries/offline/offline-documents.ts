import type { MirrorDatabase } from '../../database.ts';
import { documentCacheName } from '../../offline/file-caches.ts';
import { offlineFile } from '../../offline/offline-file.ts';
import { openFileCache } from '../../lock/file-cache.ts';

/** The bytes of a document's PDF if it is kept on this device, or was opened and is still cached; null = it is not here. */
export async function offlinePdf(db: MirrorDatabase, pdfUrl: string): Promise<Blob | null> {
  // Only pages over HTTPS or on this machine have caches.
  if (!('caches' in globalThis)) return null;
  const opened = async () => (await openFileCache(db, documentCacheName(db.userId))).match(pdfUrl);
  const kept = (await offlineFile(db, pdfUrl)) ?? (await opened());
  return kept ? kept.blob() : null;
}
