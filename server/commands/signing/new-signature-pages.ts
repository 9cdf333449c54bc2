import { v7 } from 'uuid';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import type {
  CopiedPage,
  NewSignaturePage,
  SignaturePage,
} from '../../../src/contract/entities/signing/signature-page.ts';
import { readRow, readRowsByIds } from '../../present/read-rows.ts';
import { invalid } from '../../refusal.ts';
import { changeRow, findRow, findRows, rowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { assertOwnRow } from '../own-row.ts';
import { assertDifferent } from '../standard/create-rows.ts';
import { assertParentsOfAll } from '../standard/parents.ts';
import { assertFormatsOfBlocks } from './signature-formats.ts';
import { findOrAddPages } from './signature-pages.ts';

/** Adds a generated page without signers to the end of an item. Settings that are not sent are as on other new pages. */
export async function createSignaturePage(
  scope: DealWrite,
  { uuid = v7(), item, blocks, ...look }: NewSignaturePage,
): Promise<SignaturePage> {
  const { tx, deal } = scope;
  const existing = await findRow(tx, 'signature_pages', uuid);
  if (existing) {
    assertOwnRow(scope, existing);
    return readRow(tx, 'signature_pages', deal.uuid, uuid);
  }
  await assertParentsOfAll(scope, signaturePageCollection, [{ item }]);
  await assertFormatsOfBlocks(scope, blocks ?? []);
  await findOrAddPages(scope, [{ item, page: uuid }]);
  const own = { ...look, ...(blocks && { blocks: JSON.stringify(blocks) }) };
  if (Object.keys(own).length > 0) await changeRow(tx, 'signature_pages', uuid, own);
  return readRow(tx, 'signature_pages', deal.uuid, uuid);
}

/**
 * Adds a page with the design of this one to each of the items, without its signers.
 * @throws {Refusal} `invalid` for a page of a file, which has no design
 */
export async function copySignaturePage(
  scope: DealWrite,
  { id, items }: CopiedPage & { id: string },
): Promise<SignaturePage[]> {
  const { tx, deal } = scope;
  const row = await rowOf(tx, signaturePageCollection, deal.uuid, id);
  if (row.source === 'file') throw invalid('This page is part of its document, so it can’t be copied.', 'id');
  const copies = items.map((each) =>
    typeof each === 'string' ? { item: each, page: v7() } : { item: each.item, page: each.uuid ?? v7() },
  );
  const uuids = copies.map(({ page }) => page);
  assertDifferent(uuids, signaturePageCollection.nouns.one);
  await assertParentsOfAll(
    scope,
    signaturePageCollection,
    copies.map(({ item }) => ({ item })),
  );
  // A repeated call must not undo later changes.
  const known = await findRows(tx, 'signature_pages', uuids);
  for (const existing of known.values()) assertOwnRow(scope, existing);
  await findOrAddPages(scope, copies);
  const { design_version, margins, font, font_size, consolidate_signer, signature_page_type, blocks } = row;
  for (const uuid of uuids.filter((each) => !known.has(each)))
    await changeRow(tx, 'signature_pages', uuid, {
      design_version,
      margins,
      font,
      font_size,
      consolidate_signer,
      signature_page_type,
      blocks: blocks === null ? null : JSON.stringify(blocks),
    });
  return readRowsByIds(tx, 'signature_pages', deal.uuid, uuids);
}

/**
 * Adds a page to a new item to be signed if its organization wants that, unless a page of its own or another one's file is
 * marked.
 */
export async function addAutomaticPage(scope: DealWrite, item: string): Promise<void> {
  const { tx, deal } = scope;
  const organization = await tx
    .selectFrom('organizations')
    .select('auto_signature_pages')
    .where('uuid', '=', deal.organization)
    .executeTakeFirstOrThrow();
  if (!organization.auto_signature_pages) return;
  const page = await tx
    .selectFrom('signature_pages')
    .select('uuid')
    .where('item', '=', item)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!page) await findOrAddPages(scope, [{ item, page: v7() }]);
}
