import { PDFDocument } from '@cantoo/pdf-lib';
import { client, closing, team } from '../signing/open-signing.ts';
import { uploadScan } from '../signing/packets/returned-scans.ts';

/** Uploads a file whose pages have these texts and no codes. */
export async function uploadPages(
  texts: readonly string[],
  by = client,
): Promise<{ file: string; pages: string[] }> {
  const pdf = await PDFDocument.create();
  for (const text of texts) pdf.addPage([612, 792]).drawText(text, { x: 72, y: 700, size: 40 });
  const { file, pages } = await uploadScan(by, team.deal, await pdf.save());
  return { file: file.uuid, pages: pages.map(({ uuid }: { uuid: string }) => uuid) };
}

export const bringBack = async (texts: readonly string[], by = client) =>
  (await uploadPages(texts, by)).pages;

/** Creates a lease whose second page Jane Doe signs. */
export async function lease() {
  const { item, page } = await closing.lease('Lease');
  const { uuid } = await team.assign(item, await team.person('Jane Doe'), { item_page_uuid: page });
  return { item, signature: uuid };
}

export const match = async (page: string | undefined, body: object, by = client) =>
  by.patch(`/transactions/executed_document_page/${page}`, body);

export const rowOf = async (page: string | undefined) =>
  (await team.list('/transactions/executed_document_page')).find(({ uuid }) => uuid === page);

export const lookAt = async (pages: readonly (string | undefined)[]) => {
  const rows = await Promise.all(pages.map(rowOf));
  return rows.map((row) => ({ uuid: row?.uuid, version: row?.['version'] }));
};

export const acceptSeen = async (signature: string, pages: Awaited<ReturnType<typeof lookAt>>) =>
  client.post(`/assignments/assignment/${signature}/accept`, { pages });

export const accept = async (signature: string, pages: readonly (string | undefined)[]) =>
  acceptSeen(signature, await lookAt(pages));
