import { create, type Font } from '@cantoo/fontkit';
import { fetchAsset } from './fetch-asset.ts';
import { FontProblem } from './font-problem.ts';

/**
 * Fetches and opens a font file.
 * @throws {FontProblem} if it isn't on this device and there is no network, or if the file is not a font
 */
export async function loadFont(url: string, fetchFile = fetchAsset): Promise<Font> {
  let file: Uint8Array<ArrayBuffer>;
  try {
    file = await fetchFile(url);
  } catch (cause) {
    // `fetch` rejects with a TypeError if there is no response.
    throw new FontProblem(cause instanceof TypeError ? 'unreachable' : 'unreadable', { cause });
  }
  try {
    const font = create(file);
    if ('layout' in font) return font;
  } catch (cause) {
    throw new FontProblem('unreadable', { cause });
  }
  throw new FontProblem('unreadable');
}
