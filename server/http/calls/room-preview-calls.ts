import type { PacketFile } from '../../../src/contract/entities/signing/packet.ts';
import type { RoomPreview } from '../../../src/contract/entities/signing/signing-room.ts';
import {
  findPreviewDocument,
  presentPreview,
  readPreviewRows,
} from '../../commands/rooms/read-room-preview.ts';
import { readDeal, type Call } from '../call.ts';
import { dealOfIts } from '../deal-of-call.ts';
import { handOutFile } from './hand-out-file.ts';

/** Returns what the signatory of a packet sees. */
export async function previewRoom({ input, context, procedure }: Call<{ id: string }>): Promise<RoomPreview> {
  const asRead = { ...procedure['~orpc'], act: 'opened' } as const;
  const rows = await readDeal(context, asRead, dealOfIts('packets'), input, readPreviewRows);
  context.answer.headers['cache-control'] = 'no-store';
  return presentPreview(rows);
}

/** Returns the address of a document that the signatory of a packet can read. */
export async function openPreviewDocument({
  input,
  context,
  procedure,
}: Call<{ id: string; item: string }>): Promise<PacketFile> {
  const asRead = { ...procedure['~orpc'], act: 'downloaded' } as const;
  const file = await readDeal(context, asRead, dealOfIts('packets'), input, findPreviewDocument);
  return handOutFile(context, { ...file, subject: input.id, detail: { document: input.item } });
}
