import { buffer } from 'node:stream/consumers';
import type { ReturnedPagePicture } from '../../../src/contract/entities/closing/executed-document.ts';
import type { PacketPicture } from '../../../src/contract/entities/signing/packet-detail.ts';
import { paintPacketPage } from '../../commands/packets/read-packet-detail.ts';
import { readBlankSheet } from '../../commands/paper/read-blank-sheet.ts';
import { findPagePicture } from '../../commands/paper/read-page-picture.ts';
import { readDeal, type Call } from '../call.ts';
import { dealOfIts } from '../deal-of-call.ts';

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
