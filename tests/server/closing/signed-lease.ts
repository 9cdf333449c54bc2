import { createHash } from 'node:crypto';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { pdfKey } from '../../../server/storage/object-keys.ts';
import { client, closing, desk, server, team } from '../signing/open-signing.ts';

/**
 * Adds a version of a lease, which has the pages of the first one with these changes. Its second page is
 * signed.
 */
export async function addVersion(
  item: string,
  changes: Partial<Record<1 | 2 | 3, string>> = {},
): Promise<string> {
  const { db, objects } = server.services;
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (const number of [1, 2, 3] as const) {
    const page = pdf.addPage([612, 792]);
    const text = changes[number] ?? `Lease, page ${number}`;
    page.drawText(text, { x: 72, y: 700, size: 12, font });
    if (number === 2) page.drawText('By: ______________________________', { x: 72, y: 300, size: 12, font });
    if (number === 2) page.drawText('Name: Jane Doe', { x: 72, y: 284, size: 12, font });
  }
  const bytes = await pdf.save();
  const key = pdfKey(createHash('sha256').update(bytes).digest('hex'));
  await objects.put(key, bytes);
  const current = await db
    .selectFrom('documents')
    .selectAll()
    .where('item_id', '=', item)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const uuid = v7();
  const created_at = new Date(current.created_at.getTime() + 1000);
  await db
    .insertInto('documents')
    .values({ ...current, uuid, created_at, pdf_file_key: key, num_pages: 3 })
    .execute();
  const pages = [1, 2, 3].map((ref_page_number) => ({ uuid: v7(), document: uuid, ref_page_number }));
  await db.insertInto('document_pages').values(pages).execute();
  return uuid;
}

/** Creates a lease whose marked page Jane has signed, with a generated page that was sent to Kim. */
export async function signedLease(changes: object = {}) {
  const { item, page } = await closing.lease('Lease');
  await client.patch(`/transactions/item/${item}`, changes);
  const email = `jane-${v7()}@alder.test`;
  const jane = await team.person('Jane Doe', { email });
  const { uuid: signed } = await team.assign(item, jane, { item_page_uuid: page });
  await closing.sign(jane, email);
  const to = `kim-${v7()}@alder.test`;
  const kim = await team.person('Kim Roe', { email: to });
  const { uuid: out } = await team.assign(item, kim);
  const packet = await desk.make(team, { signatories: [kim] });
  const token = await desk.send(team, packet, to);
  return { item, page, signed, out, packet, token };
}

export async function compare(item: string, document: string) {
  const ask = async () => client.post(`/transactions/item/${item}/compare`, { document });
  await expect.poll(async () => (await ask()).body.status).toBe('ready');
  return (await ask()).body;
}

export const replace = async (item: string, body: object, by = client) =>
  by.post(`/transactions/item/${item}/replace_document`, body);

export const carry = (assignments: string[]) => ({
  assignments,
  authority: 'email',
  reason: 'Email of March 2, “fine to use my page”.',
  confirmed: true,
});

export const assignmentsOf = async () =>
  new Map((await team.list('/assignments/assignment')).map((row) => [row.uuid, row]));
