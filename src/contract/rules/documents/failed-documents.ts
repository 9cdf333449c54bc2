import { versionStatus, type ItemFiles } from './document-names.ts';

/**
 * Returns whether a document needs attention because its conversion failed: it is in the upload queue, or the item that it
 * belongs to still uses it or waits for it. A failed version that a newer one has replaced doesn't need attention.
 * server/store/deals/deal-counts.ts counts by the same rule in SQL.
 */
export function isUnresolvedFailure(
  document: { uuid: string; itemId: string | null; conversionStatus: string | null },
  item: ItemFiles | null | undefined,
): boolean {
  if (document.conversionStatus !== 'error') return false;
  return document.itemId === null || (item != null && versionStatus(document.uuid, item) !== 'earlier');
}
