import { sql, type Insertable } from 'kysely';
import { v7 } from 'uuid';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import {
  pageForSignature,
  withSignature,
  withSigners,
  type PageOfDocument,
} from '../../../src/contract/rules/signing/pages/page-for-signature.ts';
import type { Signing } from '../../../src/contract/rules/signing/signatories/auth-rep.ts';
import { signerOf } from '../../../src/contract/rules/signing/signatories/signer.ts';
import type { AssignmentStatus } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { invalid, notFound } from '../../refusal.ts';
import {
  changeRows,
  insertRows,
  rowsDeletedWith,
  selectRows,
  type RowOf,
} from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tables } from '../../store/tables.ts';
import { deleteAlong } from '../standard/delete-row.ts';
import { readCapacities } from './capacities.ts';
import { lookOfNewPage } from './look-of-new-page.ts';
import { closeGaps, returnInOrder } from '../standard/put-in-order.ts';
import { ALIVE, restoreAlong } from '../standard/restore-row.ts';
import { assertNoPagesOfFiles } from './mark-page.ts';
import { assertNoneWentOut } from './sent-assignments.ts';

/**
 * The page of an item that somebody signs. Without `page`, it is the one that `pageForSignature` returns, or else a new one. Without
 * `signing`, a group signs, or nobody yet.
 */
export type AskedPage = { item: string; page: string | undefined; signing?: Signing };

/**
 * Returns the id of each requested page. A missing page is generated at the end of its item, with its id if it has
 * one.
 * @throws {Refusal} `not_found` if a page belongs to another item or was deleted, `invalid` if it is an unmarked page
 * of a file, or if no page is named and several pages of the file are marked
 */
export async function findOrAddPages(scope: DealWrite, asked: readonly AskedPage[]): Promise<string[]> {
  const { tx, deal, birth } = scope;
  const named = await pagesAmong(
    scope,
    asked.flatMap(({ page }) => page ?? []),
  );
  const mayAdd = asked.some(({ page }) => page === undefined || !named.has(page));
  const look = mayAdd ? await lookOfNewPage(scope) : {};
  const wanted = await withNextPages(scope, asked, look.consolidate_signer ?? false);
  const known = await pagesAmong(
    scope,
    wanted.map(({ page }) => page),
  );
  const added: Insertable<Tables['signature_pages']>[] = [];
  const lengths = await numbersOfPages(scope);
  const uuids = wanted.map(({ item, page: uuid }) => {
    const existing = known.get(uuid);
    if (
      existing &&
      (existing.item !== item || existing.transaction !== deal.uuid || existing.deleted_at !== null)
    )
      throw notFound(`This ${signaturePageCollection.nouns.one}`);
    if (existing) return uuid;
    const order = lengths.get(item) ?? 0;
    lengths.set(item, order + 1);
    added.push({
      uuid,
      transaction: deal.uuid,
      ...birth,
      item,
      source: 'generated',
      document: null,
      ref_page_number: null,
      order,
      ...look,
    });
    known.set(uuid, { uuid, item, transaction: deal.uuid, deleted_at: null });
    return uuid;
  });
  await assertNoPagesOfFiles(
    tx,
    added.map(({ uuid }) => uuid),
  );
  await insertRows(tx, 'signature_pages', added);
  for (const { uuid } of added) scope.put('signature_pages', uuid);
  return uuids;
}

/**
 * Fills in the page of each request that leaves it open. Requests in the same call may share a page: with consolidation, everything
 * that one person signs is on one page.
 */
async function withNextPages(
  scope: DealWrite,
  asked: readonly AskedPage[],
  newConsolidates: boolean,
): Promise<{ item: string; page: string }[]> {
  const items = [...new Set(asked.flatMap(({ item, page }) => (page === undefined ? [item] : [])))];
  if (items.length === 0) return asked.map(({ item, page = v7() }) => ({ item, page }));
  const { pages, signerIn } = await pagesOfItems(scope, items, newConsolidates);
  const add = ({ item, signing }: AskedPage, page: string) =>
    pages.set(
      item,
      withSignature(pages.get(item) ?? [], { page, signer: signerIn(signing) }, newConsolidates),
    );
  for (const each of asked) if (each.page !== undefined && pages.has(each.item)) add(each, each.page);
  return asked.map((each) => {
    const { item, page, signing } = each;
    if (page !== undefined) return { item, page };
    const next = pageForSignature(pages.get(item) ?? [], signerIn(signing));
    if (next === 'several')
      throw invalid(
        'Several pages of this document are marked for signing. Choose which one is signed.',
        'item_page_uuid',
      );
    const chosen = next === 'new' ? v7() : next.page;
    add(each, chosen);
    return { item, page: chosen };
  });
}

/** Returns the pages of items, in order, and who signs them. Signers are read only if pages consolidate. */
async function pagesOfItems(
  scope: DealWrite,
  items: readonly string[],
  newConsolidates: boolean,
): Promise<{
  pages: Map<string, readonly PageOfDocument[]>;
  signerIn: (signing: Signing | undefined) => string | null;
}> {
  const { tx, deal } = scope;
  const live = (table: 'signature_pages' | 'assignments' | 'dynamic_assignments') =>
    sql`from ${sql.table(table)} where transaction = ${deal.uuid} and deleted_at is null and item = any(${items}::uuid[])`;
  const pages = await sql<{
    uuid: string;
    item: string;
    source: PageOfDocument['source'];
    consolidateSigner: boolean;
  }>`
    select uuid, item, source, consolidate_signer as "consolidateSigner" ${live('signature_pages')} order by "order", uuid
  `.execute(tx);
  const assignments = await sql<Signing & { item: string; itemPageUuid: string; status: AssignmentStatus }>`
    select item, item_page_uuid as "itemPageUuid", signatory, auth_rep as "authRep", status ${live('assignments')}
  `.execute(tx);
  const ofGroups = await sql<{ item: string; itemPageUuid: string }>`
    select item, item_page_uuid as "itemPageUuid" ${live('dynamic_assignments')}
  `.execute(tx);
  const consolidates = newConsolidates || pages.rows.some(({ consolidateSigner }) => consolidateSigner);
  const capacities = consolidates ? await readCapacities(scope) : null;
  const signerIn = (signing: Signing | undefined) =>
    capacities && signing ? (signerOf(capacities, signing.signatory, signing.authRep)?.uuid ?? null) : null;
  const rowsOf = Map.groupBy(pages.rows, ({ item }) => item);
  const signedIn = Map.groupBy(assignments.rows, ({ item }) => item);
  const followedIn = Map.groupBy(ofGroups.rows, ({ item }) => item);
  const pagesOf = (item: string) =>
    withSigners(rowsOf.get(item) ?? [], {
      assignments: signedIn.get(item) ?? [],
      ofGroups: followedIn.get(item) ?? [],
      signerOf: signerIn,
    });
  return {
    pages: new Map(items.map((item) => [item, pagesOf(item)])),
    signerIn,
  };
}

type FoundPage = { uuid: string; item: string; transaction: string; deleted_at: Date | null };

async function pagesAmong({ tx }: DealWrite, uuids: readonly string[]): Promise<Map<string, FoundPage>> {
  const rows = await tx
    .selectFrom('signature_pages')
    .select(['uuid', 'item', 'transaction', 'deleted_at'])
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** How many pages each item has. */
async function numbersOfPages({ tx, deal }: DealWrite): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('signature_pages')
    .select(({ fn }) => ['item', fn.countAll<string>().as('count')])
    .where('transaction', '=', deal.uuid)
    .where('deleted_at', 'is', null)
    .groupBy('item')
    .execute();
  return new Map(rows.map(({ item, count }) => [item, Number(count)]));
}

/** Deletes generated pages without signers after this write has deleted assignments. */
export async function deleteUnusedPages(scope: DealWrite): Promise<void> {
  const { tx, deal } = scope;
  const { rows } = await sql<{ page: string }>`
    select item_page_uuid as page from assignments
    where transaction = ${deal.uuid} and version = ${scope.version} and deleted_at is not null
    union
    select item_page_uuid from dynamic_assignments
    where transaction = ${deal.uuid} and version = ${scope.version} and deleted_at is not null
  `.execute(tx);
  await deletePagesWithoutSigners(
    scope,
    rows.map(({ page }) => page),
  );
}

/** Deletes those of the generated pages that nobody signs. */
export async function deletePagesWithoutSigners(scope: DealWrite, among: readonly string[]): Promise<void> {
  const { tx, deal } = scope;
  if (among.length === 0) return;
  const { rows } = await sql<{ uuid: string }>`
    select uuid from signature_pages as page
    where transaction = ${deal.uuid} and deleted_at is null and source = 'generated'
      and uuid = any(${among}::uuid[])
      and not exists (
        select from assignments
        where transaction = ${deal.uuid} and item_page_uuid = page.uuid and deleted_at is null
      )
      and not exists (
        select from dynamic_assignments
        where transaction = ${deal.uuid} and item_page_uuid = page.uuid and deleted_at is null
      )
    order by uuid
  `.execute(tx);
  await deletePages(
    scope,
    rows.map(({ uuid }) => uuid),
  );
}

async function deletePages(scope: DealWrite, uuids: readonly string[]): Promise<void> {
  const { tx, now, actor, stamp } = scope;
  await changeRows(tx, 'signature_pages', uuids, { deleted_at: now, deleted_by: actor, ...stamp });
  for (const uuid of uuids) scope.remove('signature_pages', uuid);
  await deleteAlong(scope, signaturePageCollection.name, uuids);
  await closeGaps(scope, signaturePageCollection, uuids);
}

/**
 * Unmarks the pages of a file that leaves its item, with their assignments.
 * @param what the beginning of the sentence if that isn't possible, such as "This file can’t be deleted"
 * @throws {Refusal} `invalid` if one of them was sent or signed
 */
export async function deletePagesOfFile(scope: DealWrite, document: string, what: string): Promise<void> {
  const pages = await selectRows(scope.tx, signaturePageCollection, {
    deal: scope.deal.uuid,
    naming: { field: 'document', rows: [document] },
  });
  const uuids = pages.map(({ uuid }) => uuid);
  await assertNoneWentOut(scope, { item_page_uuid: uuids }, what);
  if (uuids.length > 0) await deletePages(scope, uuids);
}

/** Marks the pages again that were unmarked because their file was deleted, and restores their assignments. */
export async function restorePagesOfFile(
  scope: DealWrite,
  { uuid: document, version }: Pick<RowOf<'documents'>, 'uuid' | 'version'>,
): Promise<void> {
  const { tx, deal } = scope;
  const uuids = await rowsDeletedWith(tx, 'signature_pages', {
    deal: deal.uuid,
    field: 'document',
    uuids: [document],
    version,
  });
  await restorePages(scope, uuids);
  await restoreAlong(scope, signaturePageCollection.name, uuids, version);
}

/** Restores deleted pages to their places in their items. Existing pages stay as they are. */
export async function restorePages(scope: DealWrite, uuids: readonly string[]): Promise<void> {
  const { tx, deal, stamp } = scope;
  const found = await pagesAmong(scope, uuids);
  const gone = [...found.values()].filter(
    ({ transaction, deleted_at }) => transaction === deal.uuid && deleted_at !== null,
  );
  const returning = gone.map(({ uuid }) => uuid);
  await changeRows(tx, 'signature_pages', returning, { ...ALIVE, ...stamp });
  for (const uuid of returning) scope.put('signature_pages', uuid);
  await returnInOrder(scope, signaturePageCollection, returning);
}
