import { expect, test } from 'vitest';
import { openServerFonts } from '../../../server/signing/page-fonts.ts';
import { layoutWithFonts } from '../../../src/contract/rules/signature-page/layout/layout-with-fonts.ts';
import { newPageDesign } from '../../../src/contract/rules/signature-page/design/new-design.ts';
import { human, signer } from './sample-signers.ts';

const page = { design: newPageDesign(), paper: 'letter' as const, code: null };
const signers = [signer('北京 Capital', human('Jane Roe', 'Manager'))];
const values = { document_name: 'Agreement' };

test('a page whose fallback font cannot be loaded is laid out with a warning, and in full once the font is there', async () => {
  const { fonts, load } = await openServerFonts();
  const withoutNoto = async (faces: readonly string[]) => {
    for (const face of faces.filter((each) => each.startsWith('noto-'))) fonts.fail(face);
    await load(faces.filter((each) => !each.startsWith('noto-')));
  };
  const layout = await layoutWithFonts(page, signers, values, fonts, withoutNoto);
  expect(layout.warnings.map(({ kind }) => kind)).toEqual(['font_unavailable', 'font_unavailable']);
  expect(layout.sheets[0]?.runs.map(({ text }) => text)).toContain('By:');

  fonts.retryFailed();
  const { warnings } = await layoutWithFonts(page, signers, values, fonts, load);
  expect(warnings).toEqual([]);
});

test('a page loads only the fonts that it needs', async () => {
  const { fonts, load } = await openServerFonts();
  const loaded: string[] = [];
  const watch = async (faces: readonly string[]) => {
    loaded.push(...faces);
    await load(faces);
  };
  await layoutWithFonts(page, [signer('Łódź Capital', human('Jane Roe', 'Manager'))], values, fonts, watch);
  expect(loaded).toEqual(['tinos-400Regular']);
  await layoutWithFonts(page, signers, values, fonts, watch);
  expect(loaded.slice(1).every((face) => face.startsWith('noto-serif-sc-'))).toBe(true);
  expect(loaded.length).toBeLessThanOrEqual(3);
});

test('a page fails if its fonts never load', async () => {
  const { fonts } = await openServerFonts();
  await expect(layoutWithFonts(page, signers, values, fonts, async () => {})).rejects.toThrow('keeps asking');
});
