import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { v7 } from 'uuid';
import { describe, expect, test, vi } from 'vitest';
import { sampleDocx, samplePdf } from '../../../server/convert/sample-documents.ts';
import type { Element } from '../../../src/contract/entities/checklist/element.ts';
import type { Item } from '../../../src/contract/entities/checklist/item.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import { converted, postForm, upload } from '../support/upload.ts';
import { bytesOf, client, deal, hashOf, openUploads, pdf, server, status } from './uploaded-files.ts';

openUploads();

describe('a PDF', () => {
  test('sets the item’s flags according to its signing type', async () => {
    const types = ['to_be_signed', 'fully_executed', 'non_executable'];
    const uuids = [];
    for (const signing_type of types)
      uuids.push((await upload(client, deal, pdf, { name: signing_type, signing_type })).body.uuid);
    for (const uuid of uuids) await converted(client, uuid);
    const added = (await client.post('/transactions/item/from_documents', { documents: uuids })).body;
    const elements = (await client.get(`/transactions/element?transaction=${deal}`)).body;
    expect(added.map((each: { element_uuid: string }) => each.element_uuid)).toEqual(
      elements.map((element: Element) => element.uuid),
    );
    const items = (await client.get(`/transactions/item?transaction=${deal}`)).body;
    expect(items.map((item: Item) => [item.name, item.for_signing, item.fully_executed])).toEqual([
      ['to_be_signed', true, false],
      ['fully_executed', false, true],
      ['non_executable', false, false],
    ]);
  });
});

test('a PDF whose reader is killed midway is read again', async () => {
  const long = await samplePdf({ pages: 300 });
  const { uuid } = (await upload(client, deal, long)).body;
  let reader = Number.NaN;
  const isDrawing = async () => {
    const found = await readdir(server.settings.workDir, { recursive: true }).catch(() => []);
    if (!found.some((name) => /counterpart-work-.*page-/.test(name))) return false;
    const processes = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]);
    const [line = ''] = String(processes)
      .split('\n')
      .filter((each) => each.includes('read-pdf-process'));
    reader = Number.parseInt(line, 10);
    return Number.isInteger(reader);
  };
  await expect.poll(isDrawing).toBe(true);
  process.kill(reader, 'SIGKILL');
  expect(await converted(client, uuid)).toMatchObject({ conversion_status: 'complete', num_pages: 300 });
});

/** Returns the hashes of what participants see of a document: its PDF and the pictures of its pages. */
const seenOf = async ({ pdf_url, thumbnails }: Document) => {
  const seen = [pdf_url ?? '', ...(thumbnails?.['png-144'] ?? [])].map(bytesOf);
  return (await Promise.all(seen)).map(hashOf);
};

test('the same Word file in another deal leaves the first deal’s PDF and pictures unchanged', async () => {
  const docx = new Uint8Array(sampleDocx(['Disclosure Letter']));
  const first = await converted(client, (await upload(client, deal, docx)).body.uuid);
  const seen = await seenOf(first);
  const other = (await client.post('/transactions/transaction', { name: 'Project Birch' })).body.uuid;
  const second = await converted(client, (await upload(client, other, docx)).body.uuid);
  expect(second).toMatchObject({ conversion_status: 'complete', sha256: first.sha256 });
  expect(await seenOf(first)).toEqual(seen);
});

test('a PDF uploaded again keeps its pictures, even if they would be drawn differently today', async () => {
  const again = await samplePdf({ pages: 2 });
  const first = await converted(client, (await upload(client, deal, again)).body.uuid);
  const drawnOtherwise = Buffer.from('PNG of an earlier version');
  await server.services.objects.put(`png-144/${hashOf(again)}/2.png`, drawnOtherwise);
  await converted(client, (await upload(client, deal, again)).body.uuid);
  expect((await seenOf(first))[2]).toBe(hashOf(drawnOtherwise));
});

test('a Word document from before PDFs had their own names is still found', async () => {
  const docx = new Uint8Array(sampleDocx(['Tax Deed']));
  const { uuid, sha256 } = await converted(client, (await upload(client, deal, docx)).body.uuid);
  const { objects, db } = server.services;
  const made = { pdf: Buffer.from('its PDF'), picture: Buffer.from('its picture') };
  await objects.put(`pdf/${sha256}`, made.pdf);
  await objects.put(`png-144/${sha256}/1.png`, made.picture);
  await db
    .updateTable('documents')
    .set({ pdf_file_key: `pdf/${sha256}` })
    .where('uuid', '=', uuid)
    .execute();
  const { body: document } = await client.get(`/transactions/document/${uuid}`);
  expect(document.pdf_url).toBe(`/api/files/${uuid}/${sha256}/pdf`);
  expect(document.thumbnails).toEqual({ 'png-144': [`/api/files/${uuid}/${sha256}/png-144/1.png`] });
  expect(await seenOf(document)).toEqual([made.pdf, made.picture].map(hashOf));
});

describe('exactly once', () => {
  test('the upload is deleted once its document is created, and pending or repeated creates get a response', async () => {
    for (let round = 0; round < 5; round += 1) {
      const uuid = v7();
      const path = `/transactions/transaction/${deal}/presigned_url`;
      const form = (await client.post(path, { doc_uuid: uuid, file_name: 'a.pdf' })).body;
      await postForm(form, pdf);
      const body = { uuid, transaction: deal, name: 'A', uploaded_file_key: form.fields.key };
      const create = (key: string) =>
        client.post('/transactions/document', body, { headers: { 'idempotency-key': key } });
      const keys = [v7(), v7(), v7(), v7()];
      const first = await Promise.all(keys.map(create));
      expect(first.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
      await expect.poll(() => server.services.objects.stat(form.fields.key)).toBeNull();
      const again = await Promise.all([...keys, v7()].map(create));
      expect(again.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
    }
  });

  test('an upload that cannot be deleted stays, and the document is created anyway', async () => {
    const { objects } = server.services;
    const remove = vi.spyOn(objects, 'remove').mockRejectedValue(new Error('not allowed to delete'));
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const created = await upload(client, deal, pdf);
    expect(created.status).toBe(201);
    await expect.poll(() => written.mock.calls.join()).toContain('could not be cleared away');
    expect(await objects.stat(created.body.uploaded_file_key)).toMatchObject({ size: pdf.byteLength });
    remove.mockRestore();
    written.mockRestore();
  });
});

describe('files that are not what they seem', () => {
  test('are logged with the reason, in its own words', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const { uuid } = (await upload(client, deal, pdf.subarray(0, 200))).body;
      await converted(client, uuid);
      expect(written.mock.calls.join()).toContain(
        `"document":"${uuid}","attempt":1,"code":"corrupt","detail":"Error: PDFium error 3"`,
      );
    } finally {
      written.mockRestore();
    }
  });

  test('that find no free process are retried more than twice, and not reported as damaged', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { objects } = server.services;
    const get = objects.get.bind(objects);
    const node = process.execPath;
    const fetched = vi.spyOn(objects, 'get').mockImplementation((key) => {
      // The conversion starts here, after the create.
      if (!key.startsWith('incoming/')) process.execPath = '/no/such/node';
      return get(key);
    });
    try {
      await killReaders();
      const { uuid } = (await upload(client, deal, pdf)).body;
      await expect
        .poll(() => written.mock.calls.join())
        .toContain(
          `"document":"${uuid}","attempt":2,"err":{"type":"ReaderUnavailable","message":"The file reader could not be started`,
        );
      fetched.mockRestore();
      process.execPath = node;
      expect(status(await converted(client, uuid))).toBe('CONVERSION_COMPLETE');
    } finally {
      fetched.mockRestore();
      process.execPath = node;
      written.mockRestore();
    }
  });

  test('that the server cannot inspect now are rejected for now, and accepted later', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const node = process.execPath;
    process.execPath = '/no/such/node';
    const refused = await upload(client, deal, pdf);
    process.execPath = node;
    written.mockRestore();
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect(refused.body.error_message).toMatch(/Try again/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await upload(client, deal, pdf)).status).toBe(201);
  });
});

/** Kills the processes of this server that read PDFs, or wait to read one. */
async function killReaders(): Promise<void> {
  const readers = () =>
    execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('read-pdf-process'))
      .map((line) => Number.parseInt(line, 10));
  for (const pid of readers()) process.kill(pid, 'SIGKILL');
  await expect.poll(readers).toEqual([]);
}
