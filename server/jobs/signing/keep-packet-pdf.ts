import type { Services } from '../../services.ts';
import { hashInPieces } from '../../storage/hash-in-pieces.ts';
import { keepByHash } from '../../storage/keep-by-hash.ts';
import { pdfKey } from '../../storage/object-keys.ts';
import type { LocalFile } from '../../storage/object-store.ts';
import { leaseFile } from '../../store/file-leases.ts';

/** Stores a packet's PDF and returns its key. A lease keeps it until the packet's row names it, and then expires by itself. */
export async function keepPacketPdf(services: Services, pdf: Uint8Array): Promise<string> {
  return keepPdf(services, pdf, (await hashInPieces(pdf)).toString('hex'));
}

/** Does the same for a PDF on disk. */
export async function keepPdfFile(
  services: Services,
  { sha256, ...file }: LocalFile & { sha256: string },
): Promise<string> {
  return keepPdf(services, file, sha256);
}

async function keepPdf(
  { db, objects }: Services,
  pdf: Uint8Array | LocalFile,
  sha256: string,
): Promise<string> {
  const key = pdfKey(sha256);
  await leaseFile(db, key);
  await keepByHash(objects, key, pdf, 'application/pdf');
  return key;
}
