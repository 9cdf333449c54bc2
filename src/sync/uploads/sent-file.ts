import type { Document } from '../../contract/entities/documents/document.ts';
import type { ExecutedDocument } from '../../contract/entities/closing/executed-document.ts';
import type { FileRow } from '../../db/rows.ts';
import type { Answer } from '../push/answer.ts';
import type { RequestOptions, Transport } from '../transport/transport.ts';

// Handles what a file becomes on the server: a document, or a returned file if it has signed pages.

type Asking = Pick<Transport, 'ask'>;

/** The state on the server of a file that it has. */
export type SentFile = Pick<Document, 'sha256' | 'name' | 'signing_type'>;

/** Creates the document or returned file from the stored file. */
export async function createSent(
  { ask }: Asking,
  file: FileRow,
  key: string,
  options: RequestOptions,
): Promise<Answer<SentFile>> {
  const { uuid, transaction, versionOf, uploadOrder, createdWith, name, signingType } = file;
  const sent = { uuid, transaction, name: createdWith?.name ?? name, uploaded_file_key: key };
  if (file.returned) {
    const returned = { ...sent, expected_signatory: file.expectedSignatory ?? null };
    return asSent(await ask((api, with_) => api.executedDocuments.create(returned, with_), options));
  }
  const more = {
    signing_type: createdWith?.signingType ?? signingType,
    in_queue: true,
    item_id: versionOf ?? null,
    upload_order: uploadOrder,
  };
  return ask((api, with_) => api.documents.create({ ...sent, ...more }, with_), options);
}

export async function findSent({ ask }: Asking, { uuid: id, returned }: FileRow): Promise<Answer<SentFile>> {
  if (returned) return asSent(await ask((api, with_) => api.executedDocuments.get({ id }, with_)));
  return ask((api, with_) => api.documents.get({ id }, with_));
}

/** `inQueue`: delete it only while it is in the queue. */
export async function deleteSent(
  { ask }: Asking,
  { uuid: id, returned }: Pick<FileRow, 'uuid' | 'returned'>,
  { inQueue, key }: { inQueue: boolean; key: string },
): Promise<Answer<unknown>> {
  const options = { idempotencyKey: key };
  if (returned) return ask((api, with_) => api.executedDocuments.delete({ id }, with_), options);
  const input = { params: { id }, ...(inQueue && { query: { in_queue: 'true' } }) };
  return ask((api, with_) => api.documents.delete(input, with_), options);
}

/** Returns the same for a returned file, which has no signing type. */
function asSent(answer: Answer<ExecutedDocument>): Answer<SentFile> {
  if (answer.kind !== 'ok') return answer;
  const { sha256, name } = answer.body;
  return { ...answer, body: { sha256, name, signing_type: 'to_be_signed' } };
}
