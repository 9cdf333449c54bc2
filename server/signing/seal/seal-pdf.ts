import { concat, type Bytes } from '../../../src/contract/rules/evidence/der-write.ts';
import type { Sealing, SealingKey } from '../../store/sealing.ts';
import { fillSignature } from './fill-signature.ts';
import { placeSeal } from './place-seal.ts';
import { signCms } from './sign-cms.ts';

interface SealKey {
  readonly key: SealingKey;
  readonly stamp: Sealing['stamp'];
}

export interface SealFacts extends SealKey {
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

/**
 * Seals a PDF: one PAdES signature over all of it, as an incremental update. It is only for small PDFs without pages of
 * files, because it parses them in this process.
 */
export async function sealPdf(
  pdf: Uint8Array,
  { at, reason = null, ...facts }: SealFacts,
): Promise<SealedPdf> {
  return fillSeal(concat([await placeSeal(pdf, at, reason)]), pdf.length, facts);
}

/**
 * Signs a PDF in which a seal was placed, in place.
 * @param from the size of the file before that
 */
export async function fillSeal(placed: Bytes, from: number, { key, stamp }: SealKey): Promise<SealedPdf> {
  let isStamped = false;
  const sealed = await fillSignature(placed, from, async (covered) => {
    const signed = await signCms(key, covered, stamp);
    isStamped = signed.isStamped;
    return signed.cms;
  });
  if (!sealed) throw new Error('The file has no seal.');
  return { pdf: sealed, isStamped };
}
