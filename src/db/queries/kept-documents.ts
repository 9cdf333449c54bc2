import type { MirrorDatabase } from '../database.ts';
import { documentCacheName } from '../file-caches.ts';

/** The bytes of a document's PDF where it was opened on this device and is still kept; null = it is not here. */
export async function keptPdf(db: MirrorDatabase, pdfUrl: string): Promise<Blob | null> {
  // Only pages by HTTPS or of this machine have caches.
  if (!('caches' in globalThis)) return null;
  const cache = await caches.open(documentCacheName(db.userId));
  const kept = await cache.match(pdfUrl);
  return kept ? kept.blob() : null;
}
