import type { Document } from '../../../src/contract/entities/documents/document.ts';
import { presentDocument } from '../../present/present-document.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { documentById, listDocuments } from '../../store/deals/documents.ts';

export async function readDocuments(
  { tx, deal }: DealRead,
  input: { transaction: string; in_queue?: boolean | undefined; include_thumbnails?: boolean | undefined },
): Promise<Document[]> {
  const rows = await listDocuments(tx, deal.uuid, { inQueue: input.in_queue });
  return rows.map((row) => presentDocument(row, { thumbnails: input.include_thumbnails ?? false }));
}

export async function readDocument({ tx, deal }: DealRead, { id }: { id: string }): Promise<Document> {
  return presentDocument(await documentById(tx, deal.uuid, id), { thumbnails: true });
}
