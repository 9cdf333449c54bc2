import { layoutPage } from './layout-page.ts';
import type { LoadedFonts } from './page-fonts.ts';
import type { PageSigner, PageToLayOut } from '../signers/page-signer.ts';
import type { FaceId, PageLayout } from './sheet.ts';

/** Each round may find characters that need one more font. More rounds than this are a bug. */
const MOST_ROUNDS = 8;

/**
 * Lays out a page, loading the fonts that it needs. `load` must add each font or mark it as failed. A failed font adds a
 * warning.
 */
export async function layoutWithFonts(
  page: PageToLayOut,
  signers: readonly PageSigner[],
  values: Readonly<Record<string, string>>,
  fonts: LoadedFonts,
  load: (faces: readonly FaceId[]) => Promise<void>,
): Promise<PageLayout> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const layout = layoutPage(page, signers, values, fonts);
    if (layout.wanted.length === 0) return layout;
    await load(layout.wanted);
  }
  throw new Error('The page keeps asking for fonts.');
}
