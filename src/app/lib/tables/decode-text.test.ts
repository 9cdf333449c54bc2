import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const TEXT = 'Name;E-Mail\r\nJosé Łuksza;jose@alpha.com\r\n王小明;wang@alpha.com\r\n';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

it.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 with a byte order mark', utf16(`\uFEFF${TEXT}`)],
  ['big-endian UTF-16 with a byte order mark', utf16(`\uFEFF${TEXT}`).swap16()],
  ['UTF-16', utf16(TEXT)],
  ['big-endian UTF-16', utf16(TEXT).swap16()],
])('decodes %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(TEXT);
});

it('decodes text that is not UTF-8 as Windows-1252', () => {
  const bytes = Uint8Array.from([0x93, 0x4a, 0x6f, 0x73, 0xe9, 0x94, 0x20, 0x80]);
  expect(decodeText(bytes)).toBe('“José” €');
});

it('decodes an empty file', () => {
  expect(decodeText(new Uint8Array())).toBe('');
});
