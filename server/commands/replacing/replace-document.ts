import type { Item } from '../../../src/contract/entities/checklist/item.ts';
import type { ReplacedDocument } from '../../../src/contract/entities/documents/document-replacement.ts';
import { isChanged } from '../../../src/contract/rules/closing/carry-over.ts';
import { readRow } from '../../present/read-rows.ts';
import { invalid, Refusal } from '../../refusal.ts';
import { changeRow } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { appendToLedger } from '../../store/deals/ledger.ts';
import { bindPagesToFirstFile, carryOverVersions } from '../../store/deals/packets/signed-versions.ts';
import type { SigningActor } from '../../store/deals/packets/signing-events.ts';
import { clearConfirmations } from '../closing/clear-confirmations.ts';
import { assertOwnPackets } from '../paper/assert-own-packets.ts';
import { moveMarkedPages } from './move-marked-pages.ts';
import { readReplacement, type ReadReplacement } from './read-replacement.ts';
import { supersedeSignatures } from './supersede-signatures.ts';

/**
 * Makes another version of a document current. Signatures that the user carries over count for it. All others that were given
 * or are out become void, and are requested again.
 * @throws {Refusal} `needs_review` with the marked pages that have no page in the new version yet, and the changed pages that
 * weren't looked at; `changed_meanwhile` if the current version isn't the one that was compared; `not_allowed`; `invalid`
 */
export async function replaceDocument(
  scope: DealWrite,
  {
    id,
    document,
    before,
    page_map = [],
    accepted_changes = [],
    carry_over,
  }: ReplacedDocument & { id: string },
  by: SigningActor,
): Promise<Item> {
  const { tx, deal } = scope;
  const mapped = new Map(page_map.map(({ page, number }) => [page, number]));
  const read = await readReplacement(scope, { id, document }, mapped);
  if (before !== undefined && before !== read.before.document)
    throw new Refusal(
      'changed_meanwhile',
      'Another version was made current in the meantime. Review the changes again.',
      { fields: ['before'] },
    );
  await assertMayReplace(scope, read);
  assertReviewed(read, mapped, accepted_changes);
  const carried = carriedOver(read, carry_over?.assignments ?? []);
  const authority_file = await authorityFile(scope, read, carry_over?.file);
  const superseded = read.rows.filter(({ uuid }) => !carried.includes(uuid));
  await bindPagesToFirstFile(tx, id);
  const cleared = await clearConfirmations(scope, id);
  await makeCurrent(scope, read);
  await supersedeSignatures(scope, superseded, {
    reason: `A new version of “${read.item.name}” took the place of the one in this packet.`,
    by,
    isAskedAgain: (page) => mapped.get(page) !== null,
  });
  await moveMarkedPages(scope, document, read.marked);
  await carryOverVersions(tx, {
    deal: deal.uuid,
    assignments: carried,
    document,
    from: read.before.document,
  });
  if (read.rows.length > 0 || cleared.length > 0)
    await appendToLedger(scope, {
      event: 'document_replaced',
      by,
      subject: null,
      details: {
        item: id,
        name: read.item.name,
        before: read.before,
        after: { ...read.after, sha256: read.to.sha256 },
        is_compared: read.status === 'ready',
        changed_pages: read.pages.filter(isChanged).map(({ before: one, after }) => ({ before: one, after })),
        signatures: carried,
        superseded: superseded.map(({ uuid }) => uuid),
        ...(cleared.length > 0 && { cleared }),
        ...(carry_over && { authority: carry_over.authority, reason: carry_over.reason }),
        ...(authority_file && { authority_file }),
      },
    });
  return readRow(tx, 'items', deal.uuid, id);
}

/**
 * Checks that nothing prevents the replacement. @throws {Refusal} `invalid` once a signature is released; `not_allowed`,
 * naming the organization that sent one of the packets
 */
async function assertMayReplace(scope: DealWrite, { rows, item }: ReadReplacement): Promise<void> {
  if (rows.some(({ status }) => status === 'released'))
    throw invalid(
      `“${item.name}” has released signatures, so its signed version can’t be replaced. Add an amendment as a separate document.`,
      'document',
    );
  await assertOwnPackets(
    scope,
    rows.map(({ uuid }) => uuid),
    'replace its document',
  );
}

/** @throws {Refusal} `needs_review` */
function assertReviewed(
  { status, pages, marked }: ReadReplacement,
  mapped: ReadonlyMap<string, number | null>,
  accepted: readonly { before: number | null; after: number | null }[],
): void {
  if (status === 'processing')
    throw invalid('The versions are still being compared. Try again in a moment.', 'document');
  const seen = new Set(accepted.map(({ before, after }) => `${before} ${after}`));
  const changes = pages
    .filter(isChanged)
    .filter(({ before, after }) => !seen.has(`${before} ${after}`))
    .map(({ before, after }) => ({ before, after }));
  const unmatched = marked
    .filter(({ page, to }) => to === null && mapped.get(page) !== null)
    .map(({ page, number }) => ({ page, number }));
  if (changes.length === 0 && unmatched.length === 0) return;
  throw new Refusal(
    'needs_review',
    unmatched.length > 0
      ? 'For each signature page, choose the matching page of the new version, or “Not in the new version”.'
      : status === 'failed'
        ? 'These versions couldn’t be compared. Review every page before you replace the document.'
        : 'Review every changed page before you replace the document.',
    { unmatched, changes },
  );
}

/** Checks the signatures to carry over. @throws {Refusal} `invalid` if one of them can't be */
function carriedOver({ signatures }: ReadReplacement, asked: readonly string[]): string[] {
  const possible = new Map(signatures.map((each) => [each.uuid, each]));
  for (const uuid of asked) {
    const signature = possible.get(uuid);
    if (!signature || signature.sign_again !== null)
      throw invalid(
        'One of these signatures can’t be carried over to the new version. Review the changes again.',
        'carry_over',
      );
  }
  return [...new Set(asked)];
}

/**
 * Returns what the ledger records about the file that proves how the signatories authorized something. Its hash stays even if
 * the file is deleted.
 * @throws {Refusal} `invalid` if it isn't in the deal, or is a version of the document itself
 */
async function authorityFile(
  { tx, deal }: DealWrite,
  { item }: ReadReplacement,
  file: string | undefined,
): Promise<{ document: string; name: string; sha256: string } | null> {
  if (file === undefined) return null;
  const row = await tx
    .selectFrom('documents')
    .select(['uuid as document', 'name', 'sha256', 'item_id'])
    .where('uuid', '=', file)
    .where('transaction', '=', deal.uuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw invalid('This file is no longer in the transaction. Choose another one.', 'carry_over');
  const { item_id, ...about } = row;
  if (item_id === item.uuid)
    throw invalid(
      'Choose a document that shows the authority, not a version of this document.',
      'carry_over',
    );
  return about;
}

async function makeCurrent(scope: DealWrite, { item, to }: ReadReplacement): Promise<void> {
  const changes = {
    document: to.uuid,
    ...(item.pending_version_document === to.uuid && { pending_version_document: null }),
    ...(item.pending_conversion_document === to.uuid && { pending_conversion_document: null }),
  };
  await changeRow(scope.tx, 'items', item.uuid, { ...changes, ...scope.stamp });
  const values = Object.fromEntries(Object.entries(changes).map(([field, file]) => [field, file !== null]));
  scope.put('items', item.uuid, { fields: Object.keys(changes), name: item.name, values });
}
