import arabic from '@fontsource/noto-naskh-arabic/unicode.json';
import armenian from '@fontsource/noto-serif-armenian/unicode.json';
import devanagari from '@fontsource/noto-serif-devanagari/unicode.json';
import georgian from '@fontsource/noto-serif-georgian/unicode.json';
import korean from '@fontsource/noto-serif-kr/unicode.json';
import chinese from '@fontsource/noto-serif-sc/unicode.json';
import thai from '@fontsource/noto-serif-thai/unicode.json';
import type { UnicodeRanges } from '../../contract/rules/signature-page/layout/face-catalog.ts';

export const fallbackRanges: ReadonlyMap<string, UnicodeRanges> = new Map(
  Object.entries({
    'noto-naskh-arabic': arabic,
    'noto-serif-armenian': armenian,
    'noto-serif-devanagari': devanagari,
    'noto-serif-georgian': georgian,
    'noto-serif-kr': korean,
    'noto-serif-sc': chinese,
    'noto-serif-thai': thai,
  }),
);

/** The URL of each font file by path. A page loads only the files that it needs. */
const addresses: Readonly<Record<string, string>> = import.meta.glob(
  [
    '/node_modules/@expo-google-fonts/{tinos,arimo,cousine}/{400Regular,400Regular_Italic,700Bold,700Bold_Italic}/*.ttf',
    '/node_modules/@fontsource/{noto-naskh-arabic,noto-serif-armenian,noto-serif-devanagari,noto-serif-georgian,noto-serif-kr,noto-serif-sc,noto-serif-thai}/files/*-{400,700}-normal.woff',
    '!**/*-{latin,latin-ext,cyrillic,cyrillic-ext,greek,greek-ext,vietnamese}-{400,700}-normal.woff',
  ],
  { eager: true, query: '?url', import: 'default', exhaustive: true },
);

export function addressOf(file: string): string {
  const address = addresses[`/node_modules/${file}`];
  if (address === undefined) throw new Error(`${file} is not among the app’s files.`);
  return address;
}
