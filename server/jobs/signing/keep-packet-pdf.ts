import type { Services } from '../../services.ts';
import { hashInPieces } from '../../storage/hash-in-pieces.ts';
import { keepByHash } from '../../storage/keep-by-hash.ts';
import { pdfKey } from '../../storage/object-keys.ts';
import { leaseFile } from '../../store/file-leases.ts';

/** Stores a packet's PDF and returns its key. A lease keeps it until the packet's row names it, and then expires. */
export async function keepPacketPdf({ db, objects }: Services, pdf: Uint8Array): Promise<string> {
  const key = pdfKey((await hashInPieces(pdf)).toString('hex'));
  await leaseFile(db, key);
  await keepByHash(objects, key, pdf, 'application/pdf');
  return key;
}
