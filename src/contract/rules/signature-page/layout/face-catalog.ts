import type { Face, PageFont } from './page-fonts.ts';

/** Tinos, Arimo and Cousine have the same widths as Times New Roman, Arial and Courier New, so lines break as in Word. */
const FAMILIES: Readonly<Record<PageFont, string>> = {
  times_new_roman: 'tinos',
  arial: 'arimo',
  courier: 'cousine',
};

/** The first font that has a character draws it. Noto Serif SC is before KR, which has fewer Chinese characters. */
export const FALLBACK_PACKAGES = [
  'noto-naskh-arabic',
  'noto-serif-armenian',
  'noto-serif-georgian',
  'noto-serif-devanagari',
  'noto-serif-thai',
  'noto-serif-sc',
  'noto-serif-kr',
] as const;
/** A package's unicode.json: the code points of each of its files, as in a style sheet. */
export type UnicodeRanges = Readonly<Record<string, string>>;

/** The parts of a fallback font whose characters the page fonts also have. */
const REPEATED = /^(?:latin|latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese)$/;

const STYLES = [
  { name: '400Regular', bold: false, italic: false },
  { name: '400Regular_Italic', bold: false, italic: true },
  { name: '700Bold', bold: true, italic: false },
  { name: '700Bold_Italic', bold: true, italic: true },
] as const;

/** Returns every font file that a signature page may need. Only a few are loaded: Chinese alone has about a hundred. */
export function faceCatalog(ranges: ReadonlyMap<string, UnicodeRanges>): Face[] {
  const own = Object.entries(FAMILIES).flatMap(([font, family]) =>
    STYLES.map(({ name, bold, italic }): Face => {
      const title = family.charAt(0).toUpperCase() + family.slice(1);
      const file = `@expo-google-fonts/${family}/${name}/${title}_${name}.ttf`;
      return {
        id: `${family}-${name}`,
        file,
        bold,
        italic,
        font: isPageFont(font) ? font : null,
        ranges: [],
      };
    }),
  );
  return [...own, ...FALLBACK_PACKAGES.flatMap((name) => partsOf(name, ranges.get(name) ?? {}))];
}

function isPageFont(font: string): font is PageFont {
  return font in FAMILIES;
}

function partsOf(name: string, ranges: UnicodeRanges): Face[] {
  return Object.entries(ranges)
    .filter(([part]) => !REPEATED.test(part))
    .flatMap(([part, text]) => {
      const parsed = text.split(',').map(parseRange);
      return [400, 700].map((weight): Face => {
        const id = `${name}-${part.replaceAll(/[[\]]/g, '')}-${weight}`;
        const file = `@fontsource/${name}/files/${id}-normal.woff`;
        return { id, file, bold: weight === 700, italic: false, font: null, ranges: parsed };
      });
    });
}

/** "U+4E00-4E03" or "U+4E00" */
function parseRange(text: string): [number, number] {
  const [first = '', last = first] = text.trim().slice(2).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
