import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow, DocumentRow, ItemRow } from '../../../rows.ts';
import { rowsView, type RowsView } from '../../../views/rows-view.ts';

/** A document whose file seems to contain its own, unmarked signature pages. */
export interface OwnPages {
  readonly item: string;
  readonly name: string;
  readonly document: string;
  /** The number of the first such page. */
  readonly page: number;
}

type Items = Iterable<Pick<ItemRow, 'uuid' | 'name' | 'document'>>;
type Documents = (uuid: string) => Pick<DocumentRow, 'likelySignaturePages'> | undefined;
type Marked = Iterable<Pick<CollectionRow<'signaturePages'>, 'document'>>;

/** Returns the documents that would get a second signature page if a signatory were assigned. */
export function findOwnPages(items: Items, documentOf: Documents, marked: Marked): OwnPages[] {
  const known = new Set(Array.from(marked, ({ document }) => document));
  return Array.from(items).flatMap(({ uuid: item, name, document }): OwnPages[] => {
    if (document === null || known.has(document)) return [];
    const [page] = documentOf(document)?.likelySignaturePages ?? [];
    return page === undefined ? [] : [{ item, name, document, page }];
  });
}

/** The documents of a deal to be signed for which this is true, by item, kept in memory while a screen shows them. */
export function ownPagesView(
  db: MirrorDatabase,
  transaction: string,
): RowsView<ReadonlyMap<string, OwnPages>> {
  return rowsView(db, transaction, {
    tables: ['items', 'documents', 'signaturePages'],
    compose: ({ items, documents, signaturePages }) => {
      const toSign = [...items.values()].filter(({ forSigning }) => forSigning);
      const found = findOwnPages(toSign, (uuid) => documents.get(uuid), signaturePages.values());
      return new Map(found.map((each) => [each.item, each]));
    },
  });
}

/** The same for some documents, read once. */
export async function readOwnPages(db: MirrorDatabase, items: readonly string[]): Promise<OwnPages[]> {
  const rows = (await db.items.bulkGet([...items])).flatMap((row) => row ?? []);
  const [documents, pages] = await Promise.all([
    db.documents.bulkGet(rows.flatMap(({ document }) => document ?? [])),
    db.signaturePages
      .where('item')
      .anyOf([...items])
      .toArray(),
  ]);
  const byUuid = new Map(documents.flatMap((row) => (row ? [[row.uuid, row] as const] : [])));
  return findOwnPages(rows, (uuid) => byUuid.get(uuid), pages);
}
