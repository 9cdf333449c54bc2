import { v7 } from 'uuid';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import type { Answer, TestClient } from './test-client.ts';

/** Posts a file as a browser does, with the fields first and the file last. */
export async function postForm(
  form: { url: string; fields: Record<string, string> },
  bytes: Uint8Array,
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append('file', new Blob([new Uint8Array(bytes)]), 'file');
  return fetch(form.url, { method: 'POST', body });
}

/** Uploads a file (presign, form upload and create), and returns the create's response. */
export async function upload(
  client: TestClient,
  deal: string,
  bytes: Uint8Array,
  fields: Record<string, unknown> = {},
): Promise<Answer> {
  const uuid = v7();
  const presigned = await client.post(`/transactions/transaction/${deal}/presigned_url`, {
    doc_uuid: uuid,
    file_name: 'file.pdf',
  });
  if (presigned.status !== 200) throw new Error(presigned.text);
  const posted = await postForm(presigned.body, bytes);
  if (!posted.ok) throw new Error(`The store refused the file: ${posted.status} ${await posted.text()}`);
  return client.post('/transactions/document', {
    uuid,
    transaction: deal,
    name: 'Agreement',
    uploaded_file_key: presigned.body.fields.key,
    ...fields,
  });
}

/** Returns the document once its conversion has succeeded or failed. Polls, as the app does. */
export async function converted(client: TestClient, uuid: string): Promise<Document> {
  for (;;) {
    const { body, status, text } = await client.get(`/transactions/document/${uuid}`);
    if (status !== 200) throw new Error(text);
    if (body.conversion_status !== 'processing') return body;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
