import bidiFactory from 'bidi-js';
import { faceCatalog } from '../../contract/rules/signature-page/layout/face-catalog.ts';
import { layoutWithFonts } from '../../contract/rules/signature-page/layout/layout-with-fonts.ts';
import { openPageFonts, type LoadedFonts } from '../../contract/rules/signature-page/layout/page-fonts.ts';
import type { PageSigner, PageToLayOut } from '../../contract/rules/signature-page/signers/page-signer.ts';
import type { FaceId, PageLayout } from '../../contract/rules/signature-page/layout/sheet.ts';
import { addressOf, fallbackRanges } from './font-files.ts';
import { loadFont } from './load-font.ts';

// This module includes the font engine. Import it dynamically, when a page is shown.

/** Loaded fonts stay in memory until the tab closes. */
export const fonts = openPageFonts(faceCatalog(fallbackRanges), bidiFactory());

export interface LaidOutPage {
  readonly layout: PageLayout;
  readonly fonts: LoadedFonts;
}

/**
 * Lays out a signature page, as the server does.
 * @throws {FontProblem} if the page font cannot be loaded. If a fallback font cannot be loaded, the layout has a warning instead
 */
export async function layOut(
  page: PageToLayOut,
  signers: readonly PageSigner[],
  values: Readonly<Record<string, string>>,
): Promise<LaidOutPage> {
  fonts.retryFailed();
  const layout = await layoutWithFonts(page, signers, values, fonts, loadFaces);
  return { layout, fonts };
}

/**
 * Loads fonts that aren't loaded yet. A fallback font that can't be loaded is marked as failed.
 * @throws {FontProblem} if a page font can't be loaded
 */
export async function loadFaces(faces: readonly FaceId[]): Promise<void> {
  await Promise.all(faces.map(loadFace));
}

async function loadFace(id: FaceId): Promise<void> {
  const face = fonts.faces.find((each) => each.id === id);
  if (!face || fonts.isLoaded(id)) return;
  try {
    fonts.add(id, await loadFont(addressOf(face.file)));
  } catch (error) {
    if (face.font !== null) throw error;
    fonts.fail(id);
  }
}
