import { open } from 'node:fs/promises';
import { latin1, readContents } from '../../../src/contract/rules/evidence/byte-range.ts';
import { readDer } from '../../../src/contract/rules/evidence/der-read.ts';
import { readSignedData } from '../../../src/contract/rules/evidence/read-signed-data.ts';
import type { Sealing } from '../../store/sealing.ts';
import { writeContents } from './fill-signature.ts';
import { stampCms } from './stamp-cms.ts';

/** More than the objects of a seal take, which are at the end of a file. */
const TAIL_BYTES = 1024 * 1024;

/**
 * Adds a timestamp to the seal of a PDF that was sealed without one (PAdES-B-T from B-B), in place. The seal doesn't cover its own contents,
 * which have room for it, so all that it covers stays as it is, and nothing follows it.
 * @returns whether the authority gave one
 */
export async function stampFile(path: string, stamp: Sealing['stamp']): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const tail = new Uint8Array(size - from);
    const { bytesRead } = await file.read(tail, 0, tail.length, from);
    const [, start = 0, end = 0, length = 0] =
      /.*\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/s.exec(latin1(tail))?.map(Number) ?? [];
    const hole = { start: start - from, end: end - from };
    const isLast = bytesRead === tail.length && end + length === size && hole.start >= 0;
    const contents =
      isLast && readContents(tail, { holeStart: hole.start, holeEnd: hole.end, end: tail.length });
    if (!contents) throw new Error('The file has no seal that covers all of it.');
    const { whole: cms } = readDer(contents);
    const token = await stamp(readSignedData(cms).signer.signature);
    if (token === null) return false;
    writeContents(tail, hole, stampCms(cms, token));
    await file.write(tail, hole.start, hole.end - hole.start, start);
    return true;
  } finally {
    await file.close();
  }
}
