import type { SignaturePageEdits } from '../../../../src/contract/entities/signing/signature-page.ts';
import {
  changedParts,
  editBlocks,
} from '../../../../src/contract/rules/signature-page/design/edit-blocks.ts';
import { equal } from '../../../../src/db/equal.ts';
import { changedFields, Refusal, type DealWrite } from './model-write.ts';

const LOOK = ['margins', 'font', 'font_size', 'consolidate_signer'] as const;

/**
 * Changes the look and individual blocks of a generated page (as
 * server/commands/signing/update-signature-page.ts).
 */
export function updatePage(
  write: DealWrite,
  id: string,
  { blocks: put = [], removed_blocks: removed = [], ...look }: SignaturePageEdits,
): void {
  const pages = write.deal.signature_pages;
  const page = pages.get(id);
  if (!page) throw new Refusal('not_found', 'There is no such signature page.');
  if (page.source === 'file')
    throw new Refusal('invalid', 'This page is part of its document, so it has no design.');
  const blocks = editBlocks(page.blocks, { put, removed });
  const changedLook = changedFields(page, look, LOOK);
  const changedBlocks = changedParts(page.blocks, blocks, equal);
  const fields = [...changedLook, ...changedBlocks];
  write.assertUnchanged(id, fields, page, (field) => (changedBlocks.includes(field) ? 'blocks' : field));
  if (fields.length === 0) return;
  const edits = Object.fromEntries(changedLook.map((field) => [field, look[field]]));
  pages.set(id, { ...page, ...edits, blocks, ...write.stamp() });
  write.log('signature_pages', id, fields);
}
