import type { Bytes } from './der-write.ts';

/** Room for a signature with its certificates and timestamp. */
export const CONTENTS_BYTES = 24 * 1024;

/** The location of a signature in a file. Everything except its contents is signed (ISO 32000-2, 12.8.1). */
export interface ByteRange {
  /** The offset of the `<` before the contents, and of the byte after the `>`. */
  readonly holeStart: number;
  readonly holeEnd: number;
  /** The end of the signed bytes. */
  readonly end: number;
}

/** A file with more ranges than this is made to overload its reader. */
const MOST_SIGNATURES = 50;

/** Returns the ranges of all signatures that begin at the start of the file and leave out nothing but hexadecimal digits. */
export function findByteRanges(file: Uint8Array): ByteRange[] {
  const ranges: ByteRange[] = [];
  let at = indexOf(file, '/ByteRange', 0);
  while (at !== -1 && ranges.length < MOST_SIGNATURES) {
    const range = readByteRange(file, at);
    if (range) ranges.push(range);
    at = indexOf(file, '/ByteRange', at + 1);
  }
  return ranges;
}

function readByteRange(file: Uint8Array, at: number): ByteRange | null {
  const text = latin1(file.subarray(at, at + 120));
  const [, first, holeStart = 0, holeEnd = 0, length = 0] =
    /^\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/.exec(text)?.map(Number) ??
    [];
  const end = holeEnd + length;
  if (first !== 0 || holeEnd <= holeStart + 2 || end > file.length) return null;
  if (file[holeStart] !== 0x3c || file[holeEnd - 1] !== 0x3e) return null;
  return { holeStart, holeEnd, end };
}

/** The bytes that a signature covers, in two pieces. */
export function coveredBy(file: Bytes, { holeStart, holeEnd, end }: ByteRange): [Bytes, Bytes] {
  return [file.subarray(0, holeStart), file.subarray(holeEnd, end)];
}

/** Returns the bytes of a signature's contents, including the zeros that pad them; null if they aren't hexadecimal digits. */
export function readContents(file: Uint8Array, { holeStart, holeEnd }: ByteRange): Bytes | null {
  const digits = latin1(file.subarray(holeStart + 1, holeEnd - 1));
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return null;
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

/** Returns the position of a text in a file; -1 if it isn't there. */
export function indexOf(file: Uint8Array, text: string, from: number): number {
  const wanted = Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const [first = 0] = wanted;
  for (let at = file.indexOf(first, from); at !== -1; at = file.indexOf(first, at + 1))
    if (wanted.every((byte, index) => file[at + index] === byte)) return at;
  return -1;
}

/** Returns bytes as text, one character per byte. */
export function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
