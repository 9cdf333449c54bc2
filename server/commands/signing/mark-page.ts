import { sql } from 'kysely';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import type { Item, MarkedPage } from '../../../src/contract/entities/checklist/item.ts';
import { wentOut } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { placeOfFilePage } from '../../../src/contract/rules/signing/pages/file-pages.ts';
import { readRow } from '../../present/read-rows.ts';
import { invalid, notFound } from '../../refusal.ts';
import { changeRow, insertRow, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { itemById, type ItemWithPlace } from '../../store/deals/items.ts';
import type { Tx } from '../../store/tables.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { moveInOrder } from '../standard/put-in-order.ts';
import { assertNoneWentOut } from './sent-assignments.ts';
import { ALIVE } from '../standard/restore-row.ts';

/** The maximum number of signatories that a refusal names. */
const MOST_NAMED = 3;

/** A page of a file. */
type FilePage = { uuid: string; document: string; ref_page_number: number };

/**
 * Marks a page of an item's file as a signature page, or unmarks it; without `for_signing`, it toggles the mark.
 * Marking a page sets the item's `for_signing`.
 * @throws {Refusal} `invalid` if the page is of an earlier version, or if a page to unmark was already sent or signed
 */
export async function markPageForSigning(
  scope: DealWrite,
  { id, page_uuid: uuid, for_signing }: MarkedPage & { id: string },
): Promise<Item> {
  const { tx, deal } = scope;
  const item = await itemById(tx, deal.uuid, id);
  const page = (await filePages(tx, id, [uuid])).get(uuid);
  if (!page) throw notFound('This page');
  const [row] = await selectRows(tx, signaturePageCollection, { uuids: [uuid] });
  const isMarked = row?.deleted_at === null;
  const wanted = for_signing ?? !isMarked;
  if (wanted && !isMarked) await mark(scope, item, page, row);
  if (!wanted && isMarked) await unmark(scope, { id: uuid });
  return readRow(tx, 'items', deal.uuid, id);
}

/** Returns those of the pages that belong to a file of the item, by their ids. */
async function filePages(
  tx: Tx,
  item: string,
  among: readonly string[],
): Promise<ReadonlyMap<string, FilePage>> {
  const rows = await tx
    .selectFrom('document_pages as page')
    .innerJoin('documents', 'documents.uuid', 'page.document')
    .select(['page.uuid', 'page.document', 'page.ref_page_number'])
    .where('documents.item_id', '=', item)
    .where('documents.deleted_at', 'is', null)
    .where(sql<boolean>`page.uuid = any(${among}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** Refuses to generate pages with the ids of file pages. @throws {Refusal} `invalid` */
export async function assertNoPagesOfFiles(tx: Tx, uuids: readonly string[]): Promise<void> {
  const page = await tx
    .selectFrom('document_pages')
    .select('ref_page_number')
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .executeTakeFirst();
  if (page) throw invalid('Mark this page for signing before you assign it.', 'item_page_uuid');
}

async function mark(
  scope: DealWrite,
  item: ItemWithPlace,
  { uuid, document, ref_page_number }: FilePage,
  deleted: RowOf<'signature_pages'> | undefined,
): Promise<void> {
  const { tx, deal, birth, stamp } = scope;
  if (document !== item.document)
    throw invalid('This page belongs to an earlier version. Mark the page of the current one.', 'page_uuid');
  const pages = await selectRows(tx, signaturePageCollection, { deal: deal.uuid });
  const numbers = pages.filter((row) => row.item === item.uuid).map((row) => row.ref_page_number);
  const order = placeOfFilePage(numbers, ref_page_number);
  const fields = { item: item.uuid, source: 'file', document, ref_page_number, order } as const;
  if (deleted) await changeRow(tx, 'signature_pages', uuid, { ...ALIVE, ...fields, ...stamp });
  else await insertRow(tx, 'signature_pages', { uuid, transaction: deal.uuid, ...birth, ...fields });
  scope.put('signature_pages', uuid);
  await moveInOrder(scope, signaturePageCollection, uuid, order);
  if (item.for_signing) return;
  await changeRow(tx, 'items', item.uuid, { for_signing: true, ...stamp });
  scope.put('items', item.uuid, { fields: ['for_signing'] });
}

/** Deletes the page with its assignments. */
const unmark = deleteRow(signaturePageCollection, assertNobodyHasIt);

/** Deletes a generated page with its assignments, or unmarks a page of a file. @throws {Refusal} `invalid` if it was sent or signed */
export const deleteSignaturePage = deleteRow(signaturePageCollection, async (scope, row) => {
  if (row.source === 'file') await assertNobodyHasIt(scope, row);
  else await assertNoneWentOut(scope, { item_page_uuid: row.uuid }, 'This page can’t be deleted');
});

/** Checks that the page wasn't sent or signed. @throws {Refusal} `invalid`, naming the signatories */
async function assertNobodyHasIt(
  { tx, deal }: DealWrite,
  { uuid, ref_page_number }: RowOf<'signature_pages'>,
): Promise<void> {
  const rows = await tx
    .selectFrom('assignments')
    .innerJoin('signatories', 'signatories.uuid', 'assignments.signatory')
    .select(['assignments.status', 'signatories.full_name'])
    .where('assignments.transaction', '=', deal.uuid)
    .where('assignments.item_page_uuid', '=', uuid)
    .where('assignments.deleted_at', 'is', null)
    .orderBy('signatories.full_name')
    .execute();
  const names = [
    ...new Set(rows.filter(({ status }) => wentOut(status)).map(({ full_name }) => `“${full_name}”`)),
  ];
  if (names.length === 0) return;
  const named = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  throw invalid(`Page ${ref_page_number} can’t be unmarked: it was already sent to ${named}${more}.`);
}
