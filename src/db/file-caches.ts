/**
 * Thumbnails that were seen once stay readable without a network; their URLs name their bytes' hash. The cache bears the
 * person's id, as the database does.
 */
export function thumbnailCacheName(userId: string): string {
  return `counterpart-thumbnails-${userId}`;
}

/** PDFs that were opened stay readable in the same way. */
export function documentCacheName(userId: string): string {
  return `counterpart-documents-${userId}`;
}

/** Whether a URL of our origin is a page's picture, `/api/files/{document}/{sha256}/png-144/{page}.png`. */
export function isThumbnail(url: URL): boolean {
  return /^\/api\/files\/[^/]+\/[^/]+\/png-144\//.test(url.pathname);
}

/** Whether a URL of our origin is a document's PDF, `/api/files/{document}/{sha256}/pdf`. */
export function isDocumentPdf(url: URL): boolean {
  return /^\/api\/files\/[^/]+\/[^/]+\/pdf$/.test(url.pathname);
}

/** Lets go of the pictures and PDFs of documents that the person may no longer see. */
export async function forgetFiles(userId: string, documents: readonly string[]): Promise<void> {
  if (documents.length === 0 || !('caches' in globalThis)) return;
  const gone = new Set(documents);
  for (const name of [thumbnailCacheName(userId), documentCacheName(userId)]) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const document = new URL(request.url).pathname.split('/')[3];
      if (document !== undefined && gone.has(document)) await cache.delete(request);
    }
  }
}
