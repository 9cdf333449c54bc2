import type {
  SignaturePage,
  SignaturePageEdits,
} from '../../../../src/contract/entities/signing/signature-page.ts';
import { editBlocks } from '../../../../src/contract/rules/signature-page/design/edit-blocks.ts';
import { equal } from '../../../../src/db/equal.ts';
import { changedFields, Refusal, type DealWrite } from './model-write.ts';

const LOOK = ['margins', 'font', 'font_size', 'consolidate_signer'] as const;
const BLOCK = 'blocks.';

/** Changes the look and single blocks of a generated page (as server/commands/signing/update-signature-page.ts). */
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
  const fields = [...changedLook, ...differences(page, blocks).map((block) => `${BLOCK}${block}`)];
  write.assertUnchanged(id, fields, page, (field) => (field.startsWith(BLOCK) ? 'blocks' : field));
  if (fields.length === 0) return;
  const edits = Object.fromEntries(changedLook.map((field) => [field, look[field]]));
  pages.set(id, { ...page, ...edits, blocks, ...write.stamp() });
  write.log('signature_pages', id, fields);
}

/** The ids of the blocks that an edit changes, adds or removes. */
function differences({ blocks: before }: SignaturePage, after: SignaturePage['blocks']): string[] {
  const had = new Map(before.map((block) => [block.id, block]));
  const has = new Map(after.map((block) => [block.id, block]));
  return [...new Set([...had.keys(), ...has.keys()])].filter((id) => !equal(had.get(id), has.get(id)));
}
