import {
  signaturePageDesignSchema,
  type SignaturePageDesign,
} from '../../../entities/signing/signature-page-design.ts';
import type { SignaturePage } from '../../../entities/signing/signature-page.ts';

interface DesignFields extends Pick<
  SignaturePage,
  'design_version' | 'margins' | 'font' | 'font_size' | 'consolidate_signer'
> {
  /** Null = the default blocks. */
  blocks: SignaturePage['blocks'] | null;
}

/** Returns the design of a page's row, or why it can't be read: it is from a newer version, or it is damaged. */
export function readDesign({
  design_version,
  margins,
  font,
  font_size,
  consolidate_signer,
  blocks,
}: DesignFields): { design: SignaturePageDesign } | { problem: string } {
  const row = { design_version, margins, font, font_size, consolidate_signer, blocks: blocks ?? undefined };
  const { data, error } = signaturePageDesignSchema.safeParse(row);
  if (data) return { design: data };
  return { problem: error.issues[0]?.message ?? 'This design can’t be read.' };
}

/** Returns the name of a document on its signature pages. */
export function nameOnPages(item: { name: string; nameAlt: string; nameAltEnabled: boolean }): string {
  return item.nameAltEnabled && item.nameAlt.trim() !== '' ? item.nameAlt.trim() : item.name;
}
