import type { LoadedFonts, PageFont } from '../../../contract/rules/signature-page/layout/page-fonts.ts';
import { fetchAsset } from '../fetch-asset.ts';

const loading = new Map<PageFont, Promise<void>>();

/** The CSS family of a page font. For scripts that the font lacks, the browser uses a font of the device. */
export function webFontFamily(font: PageFont): string {
  return `'signature-page-${font}', serif`;
}

/**
 * Loads a page font into the browser in all its styles, so that text can be edited in it. Until then, text is edited in a font
 * of the device.
 */
export async function loadWebFont(font: PageFont, fonts: LoadedFonts): Promise<void> {
  const known = loading.get(font) ?? load(font, fonts);
  loading.set(font, known);
  try {
    await known;
  } catch {
    // Editing the next text tries again.
    loading.delete(font);
  }
}

async function load(font: PageFont, { faces }: LoadedFonts): Promise<void> {
  const { addressOf } = await import('../font-files.ts');
  await Promise.all(
    faces
      .filter((face) => face.font === font)
      .map(async ({ file, bold, italic }) => {
        const face = new FontFace(`signature-page-${font}`, await fetchAsset(addressOf(file)), {
          weight: bold ? '700' : '400',
          style: italic ? 'italic' : 'normal',
        });
        document.fonts.add(await face.load());
      }),
  );
}
