import { findByteRanges, readContents } from '../../../src/contract/rules/evidence/byte-range.ts';
import { readDer } from '../../../src/contract/rules/evidence/der-read.ts';
import { concat, type Bytes } from '../../../src/contract/rules/evidence/der-write.ts';
import { readSignedData } from '../../../src/contract/rules/evidence/read-signed-data.ts';
import type { Sealing } from '../../store/sealing.ts';
import { writeContents } from './fill-signature.ts';
import { stampCms } from './stamp-cms.ts';

/**
 * Adds a timestamp to the seal of a PDF that was sealed without one (PAdES-B-T from B-B). The seal doesn't cover its own
 * contents, which have room for the timestamp. So everything that it covers stays unchanged, and nothing is appended.
 * @returns null if the authority still provides none
 */
export async function stampPdf(file: Uint8Array, stamp: Sealing['stamp']): Promise<Bytes | null> {
  const bytes = concat([file]);
  const range = findByteRanges(bytes).find(({ end }) => end === bytes.length);
  const contents = range && readContents(bytes, range);
  if (!range || !contents) throw new Error('The file has no seal that covers all of it.');
  const { whole: cms } = readDer(contents);
  const token = await stamp(readSignedData(cms).signer.signature);
  if (token === null) return null;
  writeContents(bytes, range, stampCms(cms, token));
  return bytes;
}
