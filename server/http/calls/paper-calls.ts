import { buffer } from 'node:stream/consumers';
import type { ReturnedPagePicture } from '../../../src/contract/entities/closing/executed-document.ts';
import type { PacketFile } from '../../../src/contract/entities/signing/packet.ts';
import type { PacketPicture } from '../../../src/contract/entities/signing/packet-detail.ts';
import { paintPacketPage } from '../../commands/packets/read-packet-detail.ts';
import { readBlankSheet } from '../../commands/paper/read-blank-sheet.ts';
import { findReturnedFile } from '../../commands/paper/find-returned-file.ts';
import { findPagePicture } from '../../commands/paper/read-page-picture.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { readDeal, type Call } from '../call.ts';
import { dealOfIts } from '../deal-of-call.ts';
import { handOutFile } from './hand-out-file.ts';

/** Returns the picture of a returned page. It is read from the store after the read of the deal has ended. */
export async function readReturnedPage({
  input,
  context,
  procedure,
}: Call<{ id: string }>): Promise<ReturnedPagePicture> {
  const asRead = { ...procedure['~orpc'], act: 'opened' } as const;
  const dealOf = dealOfIts('executed_document_pages');
  const { uuid, key } = await readDeal(context, asRead, dealOf, input, findPagePicture);
  if (key === null) return { uuid, picture: null };
  const bytes = await buffer(await context.services.objects.get(key));
  return { uuid, picture: `data:image/webp;base64,${bytes.toString('base64')}` };
}

/** Returns the page of an assignment without signatures. It is painted after the read has ended. */
export async function readBlankPage({
  input,
  context,
  procedure,
}: Call<{ id: string }>): Promise<PacketPicture> {
  const asRead = { ...procedure['~orpc'], act: 'opened' } as const;
  return paintPacketPage(await readDeal(context, asRead, dealOfIts('assignments'), input, readBlankSheet));
}

/** Returns the address of a returned file, as it was uploaded. */
export async function downloadReturnedFile({
  input,
  context,
  procedure,
}: Call<{ id: string }>): Promise<PacketFile> {
  const { meta } = procedure['~orpc'];
  // It is read-only, so view-only participants can do it.
  const asRead = { meta, route: { method: 'GET' }, act: 'downloaded' } as const;
  const file = await readDeal(context, asRead, dealOfIts('executed_documents'), input, findReturnedFile);
  const { extension, contentType } = await typeOf(context.services.objects, file.key);
  const { key, organization, deal } = file;
  const fileName = `${file.name}.${extension}`;
  return handOutFile(context, { key, fileName, contentType, organization, deal, subject: input.id });
}

/** Returns the type of a returned file according to its first bytes, because scanners and phones choose arbitrary names. */
async function typeOf(objects: ObjectStore, key: string) {
  let start = '';
  for await (const chunk of await objects.get(key)) {
    start += Buffer.from(chunk).subarray(0, 3).toString('latin1');
    // Leaving the loop closes the stream.
    if (start.length >= 3) break;
  }
  if (start.startsWith('\u00FF\u00D8\u00FF')) return { extension: 'jpg', contentType: 'image/jpeg' };
  if (start.startsWith('\u0089PN')) return { extension: 'png', contentType: 'image/png' };
  return { extension: 'pdf', contentType: 'application/pdf' };
}
