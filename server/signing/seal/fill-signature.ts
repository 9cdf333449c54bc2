import {
  coveredBy,
  indexOf,
  latin1,
  type ByteRange,
} from '../../../src/contract/rules/evidence/byte-range.ts';
import type { Bytes } from '../../../src/contract/rules/evidence/der-write.ts';

/**
 * Fills in the byte range of the signature that was placed last, and then its contents, without moving anything (ISO 32000-2,
 * 12.8.1). The signature covers the whole file except for the contents.
 * @param from where to start looking for it: the end of the file before it was placed
 * @param signer gets the covered bytes in two pieces, and returns null to create no signature
 * @returns the whole file; null without a signature
 */
export async function fillSignature(
  bytes: Bytes,
  from: number,
  signer: (covered: [Bytes, Bytes]) => Promise<Bytes | null>,
): Promise<Bytes | null> {
  const range = writeByteRange(bytes, from);
  const signature = await signer(coveredBy(bytes, range));
  if (!signature) return null;
  writeContents(bytes, range, signature);
  return bytes;
}

/** Writes a signature into its place in a file. */
export function writeContents(bytes: Bytes, { holeStart, holeEnd }: ByteRange, signature: Bytes): void {
  const room = holeEnd - holeStart - 2;
  const digits = Buffer.from(signature).toString('hex').padEnd(room, '0');
  if (digits.length > room)
    throw new Error(`The signature takes ${signature.length} bytes, which is too many.`);
  bytes.set(Buffer.from(digits, 'latin1'), holeStart + 1);
}

function writeByteRange(bytes: Bytes, from: number): ByteRange {
  const start = indexOf(bytes, '/ByteRange', from);
  const written = /^\/ByteRange \[[ 0-9]+\]/.exec(latin1(bytes.subarray(start, start + 120)))?.[0];
  const contents = indexOf(bytes, '/Contents <', from);
  if (start === -1 || written === undefined || contents === -1)
    throw new Error('There is no place for a signature.');
  const holeStart = contents + '/Contents '.length;
  const holeEnd = indexOf(bytes, '>', holeStart) + 1;
  const range = { holeStart, holeEnd, end: bytes.length };
  const text = `/ByteRange [ 0 ${holeStart} ${holeEnd} ${range.end - holeEnd}`.padEnd(written.length - 1);
  bytes.set(Buffer.from(`${text}]`, 'latin1'), start);
  return range;
}
