import type { Bytes } from '../../../src/contract/rules/evidence/der-write.ts';
import type { Sealing, SealingKey } from '../../store/sealing.ts';
import { fillSignature } from './fill-signature.ts';
import { placeSeal } from './place-seal.ts';
import { signCms } from './sign-cms.ts';

interface SealFacts {
  readonly key: SealingKey;
  /** By the server's clock. */
  readonly at: Date;
  readonly stamp: Sealing['stamp'];
  /** What PDF readers show as the reason of the seal, in ASCII. */
  readonly reason?: string | null;
}

export interface SealedPdf {
  readonly pdf: Bytes;
  /** PAdES-B-T rather than B-B (ETSI EN 319 142-1, 6). */
  readonly isStamped: boolean;
}

/** Seals a PDF: one PAdES signature over all of it, as an incremental update. */
export async function sealPdf(
  pdf: Uint8Array,
  { key, at, stamp, reason = null }: SealFacts,
): Promise<SealedPdf> {
  let isStamped = false;
  const placed = await placeSeal(pdf, at, reason);
  const sealed = await fillSignature(placed, pdf.length, async (covered) => {
    const signed = await signCms(key, covered, stamp);
    isStamped = signed.isStamped;
    return signed.cms;
  });
  if (!sealed) throw new Error('The file has no seal.');
  return { pdf: sealed, isStamped };
}
