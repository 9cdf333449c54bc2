import { signaturePageDesignSchema } from '../../../src/contract/entities/signing/signature-page-design.ts';
import { layoutWithFonts } from '../../../src/contract/rules/signature-page/layout/layout-with-fonts.ts';
import type { PageSigner } from '../../../src/contract/rules/signature-page/signers/page-signer.ts';
import type { PageLayout, Paper } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { openServerFonts } from '../../../server/signing/page-fonts.ts';

const { fonts: opened, load } = await openServerFonts();

export interface PageOptions {
  design?: object;
  signers?: readonly PageSigner[];
  values?: Readonly<Record<string, string>>;
  paper?: Paper;
  code?: string | null;
}

/** The fonts of all pages that `layOut` returns. */
export const fonts = opened;

/** Lays out a page as the server does. Every option has a default. */
export function layOut({
  design = {},
  signers = [],
  values = { document_name: 'Confidentiality Agreement' },
  paper = 'letter',
  code = null,
}: PageOptions): Promise<PageLayout> {
  const page = { design: signaturePageDesignSchema.parse(design), paper, code };
  return layoutWithFonts(page, signers, values, opened, load);
}
