import type {
  PageBlock,
  SignatureBlock,
  SignaturePageDesign,
} from '../../../entities/signing/signature-page-design.ts';

type AdditionalField = SignatureBlock['additional_fields'][number]['key'];

/** Returns the additional fields that a page prints for its signatories. */
export function printedFields({ blocks }: Pick<SignaturePageDesign, 'blocks'>): ReadonlySet<AdditionalField> {
  return new Set(
    blocks
      .flatMap((block) => (isSignature(block) ? block.additional_fields : []))
      .flatMap(({ key, is_enabled }) => (is_enabled ? key : [])),
  );
}

function isSignature(block: PageBlock): block is SignatureBlock {
  return block.kind === 'signature';
}
