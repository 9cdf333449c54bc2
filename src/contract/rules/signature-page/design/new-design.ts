import {
  signatureBlockSchema,
  signaturePageDesignSchema,
  type SignatureBlock,
  type SignaturePageDesign,
} from '../../../entities/signing/signature-page-design.ts';

/** The `type` of a generated page. Pages of files have a different one. */
export const GENERATED_PAGE_TYPE = 'instapagev2';

const NEW_PAGE = signaturePageDesignSchema.parse({});

/** A new page: lead-in, signatures, footer. */
export function newPageDesign(): SignaturePageDesign {
  return structuredClone(NEW_PAGE);
}

/** A new signature block, on the right side of the page as in most agreements. */
export function newSignatureBlock(id: string, y: number): SignatureBlock {
  return signatureBlockSchema.parse({ id, kind: 'signature', grid: { x: 5, y, w: 7 } });
}
