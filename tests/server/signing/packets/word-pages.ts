import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { sampleDocx } from '../../../../server/convert/sample-documents.ts';
import { wordToPdf } from '../../../../server/convert/word-to-pdf.ts';
import { pdfKey } from '../../../../server/storage/object-keys.ts';
import { setFeature } from '../../../../server/store/account/features.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { addFiledItem } from '../../support/deal-with-rows.ts';
import { client, openSigning, server, team } from '../open-signing.ts';

/** Opens a deal for each test, in which the fields of Word files are filled in. */
export function openWordPages(): void {
  openSigning();
  beforeEach(async () => {
    await switchTo(true);
  });
}

export async function switchTo(is_active: boolean): Promise<void> {
  const flag = { name: 'DOCUMENT_VARS', transaction: team.deal, is_active, set_at: new Date() } as const;
  await setFeature(server.services.db, flag);
}

/** The text of the first page, which fills the page. */
export const BODY = ['Subscription Agreement', ...Array.from({ length: 40 }, (_, at) => `Clause ${at + 1}.`)];
const PAGE_BREAK = '</w:t></w:r></w:p><w:p><w:r><w:br w:type="page"/></w:r><w:r><w:t>';
/** A key that Word has split into runs. */
const AMOUNT = '{{Am</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>ount}';
export const SIGNATURE = [
  `${PAGE_BREAK}Signature page of {{document_name}}`,
  `Commitment: ${AMOUNT}} payable in {{Currency}}`,
  'By: ______________________________',
  'Name: Jane Doe',
  'End of the page.',
];

/** Conversions by the hash of the Word file, because most tests use the same one. */
const converted = new Map<string, Promise<Buffer>>();

function pdfOf(docx: Uint8Array): Promise<Buffer> {
  const sha256 = createHash('sha256').update(docx).digest('hex');
  const pdf = converted.get(sha256) ?? convert(docx);
  converted.set(sha256, pdf);
  return pdf;
}

async function convert(docx: Uint8Array): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'word-'));
  try {
    const [sourcePath, pdfPath] = [join(folder, 'source'), join(folder, 'made.pdf')];
    await writeFile(sourcePath, docx);
    await wordToPdf({ kind: 'docx', sourcePath, pdfPath, sofficePath: null });
    return await readFile(pdfPath);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Adds a Word document whose second page is marked for signing. */
export async function addSubscription(
  signature: readonly string[] = SIGNATURE,
  body: readonly string[] = BODY,
) {
  const filed = await addFiledItem(server, client, team.deal, [1, 2]);
  const { db, objects } = server.services;
  const { file_key } = await db
    .selectFrom('documents')
    .select('file_key')
    .where('uuid', '=', filed.document)
    .executeTakeFirstOrThrow();
  const docx = sampleDocx([...body, ...signature]);
  const pdf = await pdfOf(docx);
  const key = pdfKey(createHash('sha256').update(pdf).digest('hex'));
  await objects.put(key, pdf);
  await objects.put(file_key, docx);
  await db
    .updateTable('documents')
    .set({ pdf_file_key: key, num_pages: 2, file_type: 'docx', has_variables: true })
    .where('uuid', '=', filed.document)
    .execute();
  const [, page] = filed.pages;
  await client.post(`/transactions/item/${filed.filed}/mark_page_for_signing`, {
    page_uuid: page,
    for_signing: true,
  });
  return { item: filed.filed, pages: filed.pages, page: { item_page_uuid: page }, word: file_key };
}

export async function setValues(
  values: readonly (readonly [signatory: string, key: string, value: string])[],
) {
  const names = [...new Set(values.map(([, key]) => key))];
  const { body: keys } = await client.post('/transactions/custom_key/bulk_create', {
    transaction: team.deal,
    custom_keys: names.map((key) => ({ key })),
  });
  const idOf = new Map(keys.map(({ key, uuid }: { key: string; uuid: string }) => [key, uuid]));
  for (const [signatory, key, value] of values) {
    const row = { signatory, custom_key: idOf.get(key), value };
    const answer = await client.post('/transactions/custom_value', { transaction: team.deal, ...row });
    expect(answer.status, answer.text).toBe(201);
  }
}

export async function made(packet: string): Promise<{ pages: string[]; warnings: unknown }> {
  const { body } = await client.post(`/packet/${packet}/download`);
  const bytes = new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer());
  const pages = (await seePdf(bytes, 1)).map(({ text }) => text.replaceAll(/\s+/g, ' '));
  const row = (await team.list('/packet')).find(({ uuid }) => uuid === packet);
  return { pages, warnings: row?.['warnings'] };
}
