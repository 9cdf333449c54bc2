import type { Insertable } from 'kysely';
import type {
  PageBlock,
  SignatureBlock,
} from '../../../src/contract/entities/signing/signature-page-design.ts';
import { newPageDesign } from '../../../src/contract/rules/signature-page/new-design.ts';
import { readDesign } from '../../../src/contract/rules/signature-page/read-design.ts';
import {
  signatureLook,
  withSignatureLook,
} from '../../../src/contract/rules/signature-page/signature-look.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tables } from '../../store/tables.ts';

type Look = Pick<
  Insertable<Tables['signature_pages']>,
  'margins' | 'font' | 'font_size' | 'consolidate_signer' | 'blocks'
>;

/** Returns the look of a new page: that of the deal's newest generated page, with the default text. */
export async function lookOfNewPage({ tx, deal }: DealWrite): Promise<Look> {
  const newest = await tx
    .selectFrom('signature_pages')
    .selectAll()
    .where('transaction', '=', deal.uuid)
    .where('source', '=', 'generated')
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
    .limit(1)
    .executeTakeFirst();
  const read = newest && readDesign(newest);
  if (!read || 'problem' in read) return {};
  const { margins, font, font_size, consolidate_signer, blocks } = read.design;
  const signature = blocks.find(isSignature);
  const look = signature && signatureLook(signature);
  const own = look
    ? newPageDesign().blocks.map((block) => (isSignature(block) ? withSignatureLook(block, look) : block))
    : null;
  return { margins, font, font_size, consolidate_signer, blocks: own && JSON.stringify(own) };
}

function isSignature(block: PageBlock): block is SignatureBlock {
  return block.kind === 'signature';
}
