import type { MirrorDatabase } from '../database.ts';
import { documentCacheName } from '../file-caches.ts';
import { keptFile } from '../kept-file.ts';
import { openFileCache } from '../lock/file-cache.ts';

/** The bytes of a document's PDF where it is kept on this device, or was opened and is still here; null = it is not. */
export async function keptPdf(db: MirrorDatabase, pdfUrl: string): Promise<Blob | null> {
  // Only pages by HTTPS or of this machine have caches.
  if (!('caches' in globalThis)) return null;
  const opened = async () => (await openFileCache(db, documentCacheName(db.userId))).match(pdfUrl);
  const kept = (await keptFile(db, pdfUrl)) ?? (await opened());
  return kept ? kept.blob() : null;
}
