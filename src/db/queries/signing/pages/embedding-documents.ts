import type { MirrorDatabase } from '../../../database.ts';

/** A document whose file has marked pages. */
export interface EmbeddingDocument {
  uuid: string;
  name: string;
}

/** Returns the other documents whose files can contain an item's signature pages, by name, including the current one. */
export async function embeddingDocuments(
  db: MirrorDatabase,
  {
    transaction,
    uuid,
    pagesEmbeddedIn,
  }: { transaction: string; uuid: string; pagesEmbeddedIn: string | null },
): Promise<EmbeddingDocument[]> {
  const items = await db.transaction('r', [db.signaturePages, db.items], async () => {
    const pages = await db.signaturePages.where({ transaction }).toArray();
    const marked = pages.filter(({ source }) => source === 'file').map(({ item }) => item);
    const wanted = new Set([...marked, ...(pagesEmbeddedIn === null ? [] : [pagesEmbeddedIn])]);
    wanted.delete(uuid);
    return db.items.bulkGet([...wanted]);
  });
  return items
    .flatMap((item) => (item ? { uuid: item.uuid, name: item.name } : []))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
