import type { Insertable } from 'kysely';
import { signatureBlockCollection } from '../../../src/contract/collections/signature-blocks.ts';
import type {
  BlockDesign,
  PageBlock,
  SignatureBlock,
  SignaturePageDesign,
} from '../../../src/contract/entities/signing/signature-page-design.ts';
import {
  designOfBlock,
  readBlockDesign,
  withDesign,
} from '../../../src/contract/rules/signature-page/design/block-design.ts';
import { newPageDesign } from '../../../src/contract/rules/signature-page/design/new-design.ts';
import { readDesign } from '../../../src/contract/rules/signature-page/design/read-design.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tables } from '../../store/tables.ts';

type Look = Pick<
  Insertable<Tables['signature_pages']>,
  'margins' | 'font' | 'font_size' | 'consolidate_signer' | 'blocks'
>;

/**
 * Returns the look of a new page, with the default text: that of the deal's newest generated page. The signature block has the deal's
 * design, or else that of the newest page, or else the organization's.
 */
export async function lookOfNewPage(scope: DealWrite): Promise<Look> {
  const newest = await newestPage(scope);
  const saved = await designOfDeal(scope);
  const block = newest?.blocks.find(isSignature);
  const design = saved ?? (block ? designOfBlock(block) : await designOfOrganization(scope));
  const blocks = design
    ? newPageDesign().blocks.map((each) => (isSignature(each) ? withDesign(each, design) : each))
    : null;
  const { margins, font, font_size, consolidate_signer } = newest ?? {};
  return {
    ...(newest && { margins, font, font_size, consolidate_signer }),
    ...(blocks && { blocks: JSON.stringify(blocks) }),
  };
}

/** The deal's newest generated page, if its design can be read. */
async function newestPage({ tx, deal }: DealWrite): Promise<SignaturePageDesign | undefined> {
  const row = await tx
    .selectFrom('signature_pages')
    .selectAll()
    .where('transaction', '=', deal.uuid)
    .where('source', '=', 'generated')
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
    .limit(1)
    .executeTakeFirst();
  const read = row && readDesign(row);
  return read && 'design' in read ? read.design : undefined;
}

async function designOfDeal({ tx, deal }: DealWrite): Promise<BlockDesign | undefined> {
  if (deal.signature_block === null) return undefined;
  const among = [deal.signature_block];
  const [row] = await selectRows(tx, signatureBlockCollection, { deal: deal.uuid, among });
  return row && readable(row.data);
}

async function designOfOrganization({ tx, deal }: DealWrite): Promise<BlockDesign | undefined> {
  const { signature_block: chosen, signature_blocks: blocks } = await tx
    .selectFrom('organizations')
    .select(['signature_block', 'signature_blocks'])
    .where('uuid', '=', deal.organization)
    .executeTakeFirstOrThrow();
  const block = blocks.find(({ uuid }) => uuid === chosen);
  return block && readable(block.data);
}

function readable(data: unknown): BlockDesign | undefined {
  const read = readBlockDesign(data);
  return 'design' in read ? read.design : undefined;
}

function isSignature(block: PageBlock): block is SignatureBlock {
  return block.kind === 'signature';
}
