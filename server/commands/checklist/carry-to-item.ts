import { sql } from 'kysely';
import { signingFlags, signingTypeOf } from '../../../src/contract/rules/documents/signing-type.ts';
import type { SigningType } from '../../../src/contract/rules/documents/upload-checks.ts';
import { presentDocument } from '../../present/present-document.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { liveItem, type ItemWithPlace } from '../../store/deals/items.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';
import { assertUnchangedSince, changedFields } from '../base-version.ts';
import { editDetail } from '../edit-detail.ts';

/** The command that creates an item from a queued document, as the change log names it. */
const ADDING_COMMAND = 'items.fromDocuments';

/**
 * Applies an edit from the upload queue that arrives after somebody has added the document to the checklist: the item
 * created from it takes the name and signing type as well. A document that was filed as a version of another item
 * leaves that item alone.
 * @throws {Refusal} `changed_meanwhile` if somebody has changed them on the item since
 */
export async function carryToItem(
  scope: DealWrite,
  document: RowOf<'documents'>,
  { name, signing_type: type }: { name?: string | undefined; signing_type?: SigningType | undefined },
): Promise<void> {
  const item = await itemMadeOf(scope, document);
  if (!item) return;
  const flags = type === undefined ? undefined : signingFlags(type);
  const edits = {
    ...(name !== undefined && { name }),
    ...(flags && { for_signing: flags.forSigning, fully_executed: flags.fullyExecuted }),
  };
  const fields = changedFields(item, edits, ['name', 'for_signing', 'fully_executed']);
  const current = async () => asShown(scope, document, item);
  await assertUnchangedSince(scope, item.uuid, fields, current, inQueueTerms);
  if (fields.length === 0) return;
  await scope.tx
    .updateTable('items')
    .set({ ...edits, ...scope.stamp })
    .where('uuid', '=', item.uuid)
    .execute();
  scope.put('items', item.uuid, editDetail(item, edits, fields));
}

/** The item that was created from the document, if it exists. */
async function itemMadeOf(
  { tx, deal }: DealWrite,
  { uuid, item_id: item }: RowOf<'documents'>,
): Promise<ItemWithPlace | undefined> {
  if (item === null) return undefined;
  const placed = await tx
    .selectFrom('change_log')
    .select('command')
    .where('row', '=', uuid)
    .where(sql<boolean>`detail @> '{"fields": ["item_id"]}'`)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return placed?.command === ADDING_COMMAND ? liveItem(tx, deal.uuid, item) : undefined;
}

function inQueueTerms(field: string): string {
  return field === 'name' ? field : 'signing_type';
}

/** Returns the document with its item's values, at the deal's version. An edit based on it has seen the item's changes. */
function asShown(
  { deal }: DealWrite,
  document: RowOf<'documents'>,
  item: ItemWithPlace,
): Record<string, unknown> {
  return {
    ...presentDocument(document, { thumbnails: true }),
    name: item.name,
    signing_type: signingTypeOf({ forSigning: item.for_signing, fullyExecuted: item.fully_executed }),
    version: deal.version,
  };
}
