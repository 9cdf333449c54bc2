import { signatureBlockCollection } from '../../../src/contract/collections/signature-blocks.ts';
import type {
  NewSavedBlock,
  SavedBlockEdits,
} from '../../../src/contract/entities/signing/signature-block.ts';
import { invalid } from '../../refusal.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { createRow } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { updateRow } from '../standard/update-row.ts';
import { assertFormatsOfBlocks } from './signature-formats.ts';

/** A longer list would be too long to find anything in. */
const MOST_DESIGNS = 100;

/** Saves the design of a signature block for the pages of a deal. */
export const createSignatureBlock = createRow(
  signatureBlockCollection,
  async (born, { name, data }: NewSavedBlock, scope, others) => {
    await assertFormatsOfBlocks(scope, [data]);
    if ((await others()).length >= MOST_DESIGNS)
      throw invalid(`A transaction can have at most ${MOST_DESIGNS} block designs.`, 'transaction');
    return { ...born, name, data: JSON.stringify(data) };
  },
);

/** Renames a design, replaces it, or both. */
export const updateSignatureBlock = updateRow(
  signatureBlockCollection,
  async (
    { edits: { data } }: { row: RowOf<'signature_blocks'>; edits: SavedBlockEdits & { id: string } },
    scope,
  ) => {
    if (!data) return {};
    await assertFormatsOfBlocks(scope, [data]);
    return { data: JSON.stringify(data) };
  },
);

export const deleteSignatureBlock = deleteRow(signatureBlockCollection);

/** Checks that the deal has the design. @throws {Refusal} `invalid` */
export async function assertBlockOfDeal({ tx, deal }: DealWrite, uuid: string): Promise<void> {
  const [row] = await selectRows(tx, signatureBlockCollection, { deal: deal.uuid, among: [uuid] });
  if (!row) throw invalid('This transaction has no such block design.', 'signature_block');
}
