import { isDeepStrictEqual } from 'node:util';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import type {
  SignaturePage,
  SignaturePageEdits,
  StoredBlock,
} from '../../../src/contract/entities/signing/signature-page.ts';
import { changedParts, editBlocks } from '../../../src/contract/rules/signature-page/design/edit-blocks.ts';
import { newPageDesign } from '../../../src/contract/rules/signature-page/design/new-design.ts';
import { readRow } from '../../present/read-rows.ts';
import { invalid } from '../../refusal.ts';
import { changeRow, rowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { assertUnchangedSince, changedFields } from '../base-version.ts';
import { assertNoneWentOut } from './sent-assignments.ts';
import { assertFormatsOfBlocks } from './signature-formats.ts';

const LOOK = ['margins', 'font', 'font_size', 'consolidate_signer', 'signature_page_type'] as const;

/**
 * Changes the look of a generated page, and the blocks that are sent.
 * @throws {Refusal} `changed_meanwhile` if somebody else has changed the same field, moved the same block, or changed the content of the
 * same block; `invalid` if the page was already sent or signed; `not_allowed` if a signature format is turned off
 */
export async function updateSignaturePage(
  scope: DealWrite,
  { id, blocks: put = [], removed_blocks: removed = [], ...look }: SignaturePageEdits & { id: string },
): Promise<SignaturePage> {
  const { tx, deal, stamp } = scope;
  const row = await rowOf(tx, signaturePageCollection, deal.uuid, id);
  if (row.source === 'file') throw invalid('This page is part of its document, so it has no design.', 'id');
  const before: StoredBlock[] = row.blocks ?? newPageDesign().blocks;
  const blocks = editBlocks(before, { put, removed });
  const changedBlocks = changedParts(before, blocks, isDeepStrictEqual);
  const changedLook = changedFields(row, look, LOOK);
  const fields = [...changedLook, ...changedBlocks];
  const current = async () => readRow(tx, 'signature_pages', deal.uuid, id);
  await assertUnchangedSince(scope, id, fields, current, (field) =>
    changedBlocks.includes(field) ? 'blocks' : field,
  );
  if (fields.length > 0) {
    // What was signed would differ from what the app shows.
    await assertNoneWentOut(scope, { item_page_uuid: id }, 'This page can’t be changed');
    await assertFormatsOfBlocks(scope, put);
    await changeRow(tx, 'signature_pages', id, {
      ...Object.fromEntries(changedLook.map((field) => [field, look[field]])),
      ...(changedBlocks.length > 0 && { blocks: JSON.stringify(blocks) }),
      ...stamp,
    });
    scope.put('signature_pages', id, { fields });
  }
  return current();
}
