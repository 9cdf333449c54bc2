import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import { invalid } from '../../refusal.ts';
import {
  changeRow,
  changeRows,
  insertRow,
  rowsNaming,
  selectRows,
} from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { ALIVE } from '../standard/restore-row.ts';

/** A marked page and its page in the new version; null if the new version has none. */
export interface MappedPage {
  readonly page: string;
  readonly number: number;
  readonly to: number | null;
}

const unmark = deleteRow(signaturePageCollection);

/**
 * Marks the pages of a new version that correspond to the marked pages of the earlier one, and moves what is signed on them.
 * A page that the new version doesn't have is unmarked.
 * @throws {Refusal} `invalid` if the new version has no such page, or two pages would become one
 */
export async function moveMarkedPages(
  scope: DealWrite,
  document: string,
  pages: readonly MappedPage[],
): Promise<void> {
  const kept = pages.flatMap(({ page, to }) => (to === null ? [] : { page, to }));
  if (new Set(kept.map(({ to }) => to)).size < kept.length)
    throw invalid('Two signature pages can’t become the same page of the new version.', 'page_map');
  for (const { page, to } of kept) await movePage(scope, document, page, to);
  for (const { page } of pages.filter(({ to }) => to === null)) await unmark(scope, { id: page });
}

async function movePage(scope: DealWrite, document: string, from: string, number: number): Promise<void> {
  const { tx, deal, now, actor, birth, stamp } = scope;
  const page = await tx
    .selectFrom('document_pages')
    .select('uuid')
    .where('document', '=', document)
    .where('ref_page_number', '=', number)
    .executeTakeFirst();
  if (!page) throw invalid(`The new version has no page ${number}.`, 'page_map');
  const [row] = await selectRows(tx, signaturePageCollection, { uuids: [from] });
  const [known] = await selectRows(tx, signaturePageCollection, { uuids: [page.uuid] });
  if (!row) throw new Error('A marked page is gone.');
  const fields = {
    item: row.item,
    source: 'file',
    document,
    ref_page_number: number,
    order: row.order,
  } as const;
  if (known) await changeRow(tx, 'signature_pages', page.uuid, { ...ALIVE, ...fields, ...stamp });
  else
    await insertRow(tx, 'signature_pages', { uuid: page.uuid, transaction: deal.uuid, ...birth, ...fields });
  scope.put('signature_pages', page.uuid);
  for (const table of ['assignments', 'dynamic_assignments'] as const) {
    const rows = await rowsNaming(tx, table, { deal: deal.uuid, field: 'item_page_uuid', uuids: [from] });
    await changeRows(tx, table, rows, { item_page_uuid: page.uuid, ...stamp });
    for (const uuid of rows) scope.put(table, uuid, { fields: ['item_page_uuid'] });
  }
  // The new page has taken its place in the order.
  await changeRow(tx, 'signature_pages', from, { deleted_at: now, deleted_by: actor, ...stamp });
  scope.remove('signature_pages', from);
}
