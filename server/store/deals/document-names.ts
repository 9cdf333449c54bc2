import { sql } from 'kysely';
import {
  documentLabel,
  placeOfVersion,
  type VersionPlace,
} from '../../../src/contract/rules/documents/document-names.ts';
import type { RowOf } from './collection-rows.ts';
import type { Tx } from '../tables.ts';

/**
 * A document's current name for users, and its position among the versions of its item; null = it has no item, or is deleted.
 */
export type DocumentName = { name: string; version: VersionPlace | null };

type Named = Pick<RowOf<'documents'>, 'uuid' | 'name' | 'item_id'>;

/**
 * Returns the names of documents of one deal by uuid, including deleted ones. A deleted item still provides the names of its
 * files.
 */
export async function namesOfDocuments(
  tx: Pick<Tx, 'selectFrom'>,
  documents: readonly Named[],
): Promise<Map<string, DocumentName>> {
  const ids = [...new Set(documents.flatMap(({ item_id: item }) => item ?? []))];
  const items =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('items')
          .select(['uuid', 'name', 'document', 'pending_version_document', 'pending_conversion_document'])
          .where(sql<boolean>`uuid = any(${ids}::uuid[])`)
          .execute();
  const versions =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('documents')
          .select(['uuid', 'item_id', 'created_at'])
          .where(sql<boolean>`item_id = any(${ids}::uuid[])`)
          .where('deleted_at', 'is', null)
          .execute();
  const itemsById = new Map(items.map((item) => [item.uuid, item]));
  const versionsOf = Map.groupBy(versions, ({ item_id: item }) => item);
  return new Map(
    documents.map((document) => {
      const item = itemsById.get(document.item_id ?? '');
      const name = documentLabel(document, item);
      if (!item) return [document.uuid, { name, version: null }];
      const files = {
        document: item.document,
        pendingVersionDocument: item.pending_version_document,
        pendingConversionDocument: item.pending_conversion_document,
      };
      const siblings = (versionsOf.get(item.uuid) ?? []).map(({ uuid, created_at: at }) => ({
        uuid,
        createdAt: at.toISOString(),
      }));
      return [document.uuid, { name, version: placeOfVersion(document.uuid, files, siblings) }];
    }),
  );
}

/** The same for one document. */
export async function nameOfDocument(tx: Pick<Tx, 'selectFrom'>, document: Named): Promise<DocumentName> {
  const names = await namesOfDocuments(tx, [document]);
  return names.get(document.uuid) ?? { name: document.name, version: null };
}
