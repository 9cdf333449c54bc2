import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { sampleDocx, samplePdf } from '../../../server/convert/sample-documents.ts';
import { converted, postForm, upload } from '../support/upload.ts';
import { bytesOf, client, deal, hashOf, openUploads, pdf, server, status } from './uploaded-files.ts';

openUploads();

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('a PDF', () => {
  test('is uploaded, converted, shown page by page, and added to the checklist', async () => {
    const answer = await upload(client, deal, pdf, {
      name: 'NDA',
      signing_type: 'to_be_signed',
      upload_order: 1,
    });
    expect(answer.status, answer.text).toBe(201);
    const sha256 = hashOf(pdf);
    expect(answer.body).toMatchObject({
      name: 'NDA',
      in_queue: true,
      sha256,
      size: pdf.byteLength,
      conversion_status: 'processing',
      file_name: 'NDA.pdf',
    });
    expect(status(answer.body)).toBe('SUCCESS_CREATING_DOCUMENT');

    const document = await converted(client, answer.body.uuid);
    expect(status(document)).toBe('CONVERSION_COMPLETE');
    expect(document).toMatchObject({ num_pages: 3, error_message: null, modified_by: null });
    expect(document.version).toBeGreaterThan(answer.body.version);
    expect(document.thumbnails?.['png-144']).toHaveLength(3);
    expect(await bytesOf(document.file_url)).toEqual(new Uint8Array(pdf));
    const link = await client.get(document.file_url.replace('/api', ''));
    const { searchParams } = new URL(link.headers.get('location') ?? '');
    // The URL in the app is permanent. The link that it redirects to expires.
    expect(Number(searchParams.get('expires')) - Date.now() / 1000).toBeLessThanOrEqual(300);
    expect(await bytesOf(document.pdf_url ?? '')).toEqual(new Uint8Array(pdf));
    const png = await bytesOf(document.thumbnails?.['png-144']?.[2] ?? '');
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    expect(new DataView(png.buffer).getUint32(16)).toBe(144);

    const list = (query: string) => client.get(`/transactions/document?transaction=${deal}${query}`);
    expect((await list('')).body[0].thumbnails).toBeNull();
    expect((await list('&include_thumbnails=true')).body[0].thumbnails['png-144']).toHaveLength(3);
    expect((await list('&in_queue=false')).body).toEqual([]);

    const ids = { item_uuid: v7(), element_uuid: v7() };
    const added = await client.post('/transactions/item/from_documents', {
      documents: [{ document_id: document.uuid, ...ids }],
    });
    expect(added.body).toEqual([{ document_id: document.uuid, ...ids }]);
    const item = (await client.get(`/transactions/item/${ids.item_uuid}`)).body;
    expect(item).toMatchObject({
      name: 'NDA',
      document: document.uuid,
      for_signing: true,
      fully_executed: false,
      element_order: 0,
    });
    expect(item.pages.map((page: { ref_page_number: number }) => page.ref_page_number)).toEqual([1, 2, 3]);
    expect((await list('&in_queue=true')).body).toEqual([]);
    expect((await list('&in_queue=false')).body[0].item_id).toBe(ids.item_uuid);

    // Adding it again returns its existing item.
    const again = await client.post('/transactions/item/from_documents', { documents: [document.uuid] });
    expect(again.body).toEqual(added.body);
    expect((await client.get(`/transactions/element?transaction=${deal}`)).body).toHaveLength(1);
  });

  test('is renamed and gets another signing type, and its item stays to be drafted after a deletion', async () => {
    const { uuid } = (await upload(client, deal, pdf)).body;
    await converted(client, uuid);
    const edited = await client.patch(`/transactions/document/${uuid}`, {
      name: ' SPA ',
      signing_type: 'non_executable',
    });
    expect(edited.body).toMatchObject({ name: 'SPA', signing_type: 'non_executable', file_name: 'SPA.pdf' });
    expect((await client.patch(`/transactions/document/${uuid}`, { name: 'x'.repeat(351) })).status).toBe(
      422,
    );
    const [{ item_uuid }] = (await client.post('/transactions/item/from_documents', { documents: [uuid] }))
      .body;
    expect((await client.delete(`/transactions/document/${uuid}`)).status).toBe(204);
    expect((await client.get(`/transactions/document/${uuid}`)).status).toBe(404);
    expect((await client.get(`/transactions/item/${item_uuid}`)).body).toMatchObject({
      document: null,
      pages: [],
    });
  });

  test('is deleted with its item', async () => {
    const { uuid } = (await upload(client, deal, pdf)).body;
    await converted(client, uuid);
    const [{ item_uuid }] = (await client.post('/transactions/item/from_documents', { documents: [uuid] }))
      .body;
    await client.delete(`/transactions/item/${item_uuid}`);
    expect((await client.get(`/transactions/document?transaction=${deal}`)).body).toEqual([]);
  });
});

test('a Word document becomes a PDF with thumbnails', async () => {
  const docx = new Uint8Array(sampleDocx(['Share Purchase Agreement', 'between Seller and Buyer']));
  const { uuid } = (await upload(client, deal, docx, { name: 'SPA' })).body;
  const document = await converted(client, uuid);
  expect(document).toMatchObject({
    conversion_status: 'complete',
    num_pages: 1,
    file_name: 'SPA.docx',
    error_message: null,
  });
  const made = await bytesOf(document.pdf_url ?? '');
  expect(Buffer.from(made.subarray(0, 5)).toString()).toBe('%PDF-');
  expect(await bytesOf(document.file_url)).toEqual(docx);

  // The URLs of the PDF and its pictures contain the PDF's hash.
  const hash = hashOf(made);
  expect(document.pdf_file_key).toBe(`pdf/${hash}`);
  expect(document.file_url).toBe(`/api/files/${uuid}/${document.sha256}/original`);
  expect(document.pdf_url).toBe(`/api/files/${uuid}/${hash}/pdf`);
  expect(document.thumbnails).toEqual({ 'png-144': [`/api/files/${uuid}/${hash}/png-144/1.png`] });
  await bytesOf(document.thumbnails?.['png-144']?.[0] ?? '');
});

describe('exactly once', () => {
  test('a create that is repeated, even at the same time, makes one document and one conversion', async () => {
    const first = await upload(client, deal, pdf);
    const body = {
      uuid: first.body.uuid,
      transaction: deal,
      name: 'Agreement',
      uploaded_file_key: first.body.uploaded_file_key,
    };
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post('/transactions/document', body)));
    for (const answer of answers) expect(answer.body.uuid).toBe(first.body.uuid);
    expect((await client.get(`/transactions/document?transaction=${deal}`)).body).toHaveLength(1);
  });

  test('the server recognizes the request that created a document, and no others', async () => {
    const [made, other, uuid] = [v7(), v7(), v7()];
    const path = `/transactions/transaction/${deal}/presigned_url`;
    const form = (await client.post(path, { doc_uuid: uuid, file_name: 'a.pdf' })).body;
    await postForm(form, pdf);
    const body = { uuid, transaction: deal, name: 'A', uploaded_file_key: form.fields.key };
    expect((await client.post('/transactions/document', body, keyed(made))).status).toBe(201);
    const at = new Date().toISOString();
    const asked = await client.post('/edits/unknown', { edits: [made, other].map((key) => ({ key, at })) });
    expect(asked.body.unknown).toEqual([other]);
  });

  test('a request that the server refused counts as unknown: a copy of it may arrive after a restore', async () => {
    const refused = v7();
    const body = { uuid: v7(), transaction: deal, name: 'A', uploaded_file_key: 'nothing-of-the-kind' };
    expect((await client.post('/transactions/document', body, keyed(refused))).status).toBe(422);
    const at = new Date().toISOString();
    const asked = await client.post('/edits/unknown', { edits: [{ key: refused, at }] });
    expect(asked.body.unknown).toEqual([refused]);
  });

  test('a presign for an existing document returns 409 with the document', async () => {
    const { uuid } = (await upload(client, deal, pdf)).body;
    const answer = await client.post(`/transactions/transaction/${deal}/presigned_url`, {
      doc_uuid: uuid,
      file_name: 'a.pdf',
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'document_exists', current: { uuid } });
    const other = (await client.post('/transactions/transaction', { name: 'Other' })).body.uuid;
    const elsewhere = await client.post(`/transactions/transaction/${other}/presigned_url`, {
      doc_uuid: uuid,
      file_name: 'a.pdf',
    });
    expect(elsewhere.body.code).toBe('uuid_taken');
  });

  test('a create requires the exact key of its upload, and the upload itself', async () => {
    const other = await upload(client, deal, pdf);
    const uuid = v7();
    const create = (key: string) =>
      client.post('/transactions/document', { uuid, transaction: deal, name: 'A', uploaded_file_key: key });
    for (const key of [
      other.body.uploaded_file_key,
      'files/x',
      '../../etc/passwd',
      `incoming/${deal}/${uuid}`,
    ]) {
      const answer = await create(key);
      expect(answer.status).toBe(422);
      expect(answer.body.error_message).toMatch(/Upload (the file again|it first)/);
    }
    // The key is correct but there is no upload: the client sends the bytes, perhaps again.
    expect((await create(`incoming/${deal}/${uuid}`)).body.code).toBe('upload_missing');
  });

  test('a later upload with the same form does not change the bytes of the document', async () => {
    const uuid = v7();
    const form = (
      await client.post(`/transactions/transaction/${deal}/presigned_url`, {
        doc_uuid: uuid,
        file_name: 'a.pdf',
      })
    ).body;
    await postForm(form, pdf);
    const created = await client.post('/transactions/document', {
      uuid,
      transaction: deal,
      name: 'A',
      uploaded_file_key: form.fields.key,
    });
    await postForm(form, await samplePdf({ pages: 1 }));
    await converted(client, uuid);
    expect(await bytesOf(created.body.file_url)).toEqual(new Uint8Array(pdf));
  });
});

describe('files that are not what they seem', () => {
  test('of another type or under 100 bytes are rejected with the catalog’s error messages, whatever their names', async () => {
    const noise = new Uint8Array(5000).map((_, n) => (n * 7919) % 251);
    const zip = Buffer.concat([Buffer.from('504B0304', 'hex'), Buffer.alloc(500)]);
    for (const bytes of [noise, Buffer.from('x'.repeat(400)), zip]) {
      const answer = await upload(client, deal, bytes);
      expect(answer.status).toBe(422);
      expect(answer.body.error_message).toBe('File type must be .pdf, .doc, or .docx');
    }
    const answer = await upload(client, deal, Buffer.from('%PDF-'));
    expect(answer.status).toBe(422);
    expect(answer.body.error_message).toBe('File is smaller than the minimum size of 0.1kb');
    expect((await client.get(`/transactions/document?transaction=${deal}`)).body).toEqual([]);
  });

  test('damaged and locked ones get a row that says so, can be renamed and deleted, and cannot be added', async () => {
    const locked = await samplePdf({ pages: 1, password: 'secret' });
    const docx = sampleDocx(['x'.repeat(2000)]);
    const files: [string, Uint8Array, RegExp][] = [
      ['locked', locked, /password-protected/],
      ['cut off', pdf.subarray(0, 200), /damaged/],
      ['cut off docx', docx.subarray(0, Math.floor(docx.length / 2)), /damaged/],
      ['junk', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3000, 'z')]), /damaged|no pages/],
    ];
    for (const [name, bytes, sentence] of files) {
      const created = await upload(client, deal, bytes, { name });
      expect(created.status, created.text).toBe(201);
      const document = await converted(client, created.body.uuid);
      expect(status(document), name).toBe('FAILED_CONVERTING_DOCUMENT');
      expect(document.error_message, name).toMatch(sentence);
      const added = await client.post('/transactions/item/from_documents', { documents: [document.uuid] });
      expect(added.status).toBe(422);
      expect(added.body.error_message).toBe(
        `${name} could not be converted. Remove it from the queue, or upload it again.`,
      );
      expect(
        (await client.patch(`/transactions/document/${document.uuid}`, { name: 'renamed' })).status,
      ).toBe(200);
      expect((await client.delete(`/transactions/document/${document.uuid}`)).status).toBe(204);
    }
  });

  test('cannot be added during the conversion, together with any others', async () => {
    const ready = await upload(client, deal, pdf, { name: 'Ready' });
    const created = await upload(client, deal, pdf, { name: 'Slow' });
    for (const { body } of [ready, created]) await converted(client, body.uuid);
    await server.services.db
      .updateTable('documents')
      .set({ conversion_status: 'processing' })
      .where('uuid', '=', created.body.uuid)
      .execute();
    const documents = [ready.body.uuid, created.body.uuid];
    const answer = await client.post('/transactions/item/from_documents', { documents }, keyed(v7()));
    expect(answer.status).toBe(422);
    expect(answer.body.error_message).toBe('Slow is still being converted. You can add it when that’s done.');
    expect((await client.get(`/transactions/item?transaction=${deal}`)).body).toEqual([]);
  });

  test('[PUSH3] that were rejected stay rejected, even if the file exists by now', async () => {
    const uuid = v7();
    const asked = { doc_uuid: uuid, file_name: 'file.pdf' };
    const { body: form } = await client.post(`/transactions/transaction/${deal}/presigned_url`, asked);
    const create = async (key: string) =>
      client.post(
        '/transactions/document',
        { uuid, transaction: deal, name: 'Agreement', uploaded_file_key: form.fields.key },
        keyed(key),
      );
    const key = v7();
    const early = await create(key);
    expect(early.status).toBe(422);
    await postForm(form, pdf);
    expect((await create(key)).body).toEqual(early.body);
    expect((await client.get(`/transactions/document/${uuid}`)).status).toBe(404);
    expect((await create(v7())).status).toBe(201);
  });
});
