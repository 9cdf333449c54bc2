import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { concat, type Bytes } from '../../../src/contract/rules/evidence/der-write.ts';
import type { Sealing, SealingKey } from '../../store/sealing.ts';
import { writeByteRange, writeContents } from './fill-signature.ts';
import { placeSealInProcess } from './place-seal-in-process.ts';
import { placeSeal } from './place-seal.ts';
import { signCms } from './sign-cms.ts';

export interface SealFacts {
  readonly key: SealingKey;
  readonly stamp: Sealing['stamp'];
  /** By the server's clock. */
  readonly at: Date;
  /** The reason of the seal that PDF readers show, in ASCII. */
  readonly reason?: string | null;
}

export interface SealedPdf {
  readonly pdf: Bytes;
  /** PAdES-B-T instead of B-B (ETSI EN 319 142-1, 6). */
  readonly isStamped: boolean;
}

export interface SealedFile {
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly isStamped: boolean;
}

/**
 * Seals a PDF: one PAdES signature over all of it, as an incremental update, so that the bytes before it stay as they are. Only for small
 * PDFs without pages of files, because it parses them in this process.
 */
export async function sealPdf(
  pdf: Uint8Array,
  { at, reason = null, ...facts }: SealFacts,
): Promise<SealedPdf> {
  const source = { size: pdf.length, read: async (from: number, to: number) => pdf.subarray(from, to) };
  const update = await placeSeal(source, at, reason);
  const isStamped = await sign(update, { size: pdf.length, hash: createHash('sha256').update(pdf) }, facts);
  return { pdf: concat([pdf, update]), isStamped };
}

/**
 * Does the same to a file on disk, of any size: it is read in pieces, parsed in a separate process with limits, and the seal is appended.
 * @throws {ConversionError}
 */
export async function sealFile(
  path: string,
  { at, reason = null, ...facts }: SealFacts,
  options: { workRoot: string | undefined; signal?: AbortSignal | undefined },
): Promise<SealedFile> {
  const update = await placeSealInProcess(path, { at, reason }, options);
  const before = await hashFile(path);
  const isStamped = await sign(update, before, facts);
  await appendFile(path, update);
  const sha256 = before.hash.update(update).digest('hex');
  return { size: before.size + update.length, sha256, isStamped };
}

/** Hashes a file in pieces. */
export async function hashFile(path: string): Promise<{ size: number; hash: Hash }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) throw new Error('The file stream returned text instead of bytes.');
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, hash };
}

/**
 * Signs a PDF and what is going to be appended to it, in which a seal was placed.
 * @param before the PDF
 * @returns whether the seal has a timestamp
 */
async function sign(
  update: Bytes,
  { size, hash }: { size: number; hash: Hash },
  { key, stamp }: Pick<SealFacts, 'key' | 'stamp'>,
): Promise<boolean> {
  const hole = writeByteRange(update, size);
  const digest = hash
    .copy()
    .update(update.subarray(0, hole.start))
    .update(update.subarray(hole.end))
    .digest();
  const { cms, isStamped } = await signCms(key, digest, stamp);
  writeContents(update, hole, cms);
  return isStamped;
}
