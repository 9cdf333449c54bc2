import { indexOf, latin1 } from '../../../src/contract/rules/evidence/byte-range.ts';
import type { Bytes } from '../../../src/contract/rules/evidence/der-write.ts';

/** Where the contents of a signature are in some bytes, from their `<` to behind their `>`. */
export interface Hole {
  readonly start: number;
  readonly end: number;
}

/**
 * Fills in the byte range of the signature in what is appended to a file, without moving anything (ISO 32000-2, 12.8.1). The signature
 * covers the file and all that is appended, except for its contents.
 * @param size of the file before
 */
export function writeByteRange(update: Bytes, size: number): Hole {
  const start = indexOf(update, '/ByteRange', 0);
  const written = /^\/ByteRange \[[ 0-9]+\]/.exec(latin1(update.subarray(start, start + 120)))?.[0];
  const contents = indexOf(update, '/Contents <', start);
  if (start === -1 || written === undefined || contents === -1)
    throw new Error('There is no place for a signature.');
  const hole = { start: contents + '/Contents '.length, end: indexOf(update, '>', contents) + 1 };
  const text = `/ByteRange [ 0 ${size + hole.start} ${size + hole.end} ${update.length - hole.end}`;
  update.set(Buffer.from(`${text.padEnd(written.length - 1)}]`, 'latin1'), start);
  return hole;
}

/** Writes a signature into its place. */
export function writeContents(bytes: Bytes, { start, end }: Hole, signature: Bytes): void {
  const room = end - start - 2;
  const digits = Buffer.from(signature).toString('hex').padEnd(room, '0');
  if (digits.length > room)
    throw new Error(`The signature takes ${signature.length} bytes, which is too many.`);
  bytes.set(Buffer.from(digits, 'latin1'), start + 1);
}
