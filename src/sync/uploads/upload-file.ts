import type { Document } from '../../contract/entities/document.ts';
import { UPLOAD_MESSAGES } from '../../contract/rules/upload-status.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import type { FileRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import type { Answer, Setback } from '../answer.ts';
import type { Transport } from '../transport.ts';
import { postFile } from './post-file.ts';

/** How often the bytes sent are written to the row, milliseconds. */
const PROGRESS_EVERY_MS = 200;

export interface UploadHost {
  db: MirrorDatabase;
  /** For progress, which may be lost. */
  relaxed: MirrorDatabase;
  transport: Transport;
  signal: AbortSignal;
}

/** `held`: to be tried again later; `done` also where the file failed for good or was taken off the queue. */
export type Uploaded =
  | { outcome: 'done' }
  | { outcome: 'held'; setback: Exclude<Setback, { kind: 'rejected' }> };

const DONE: Uploaded = { outcome: 'done' };

/**
 * Brings one file of the queue to the server, from wherever an earlier try left it:
 *
 *     QUEUED → IN_PROGRESS → FETCHING_PRESIGNED_URL → UPLOADING_FILE_TO_STORE → CREATING_DOCUMENT → SUCCESS_CREATING_DOCUMENT
 *
 * Each step is safe to repeat. The file's uuid is the document's and part of its key, so the server makes one document
 * however often it is asked (design: exactly once is a property of the server).
 */
export async function uploadFile(host: UploadHost, uuid: string): Promise<Uploaded> {
  const row = await host.db.files.get(uuid);
  if (!row || row.status === 'REMOVED') return DONE;
  if (row.uploadedFileKey) return createDocument(host, row, row.uploadedFileKey);
  const staged = await host.db.fileBytes.get(uuid);
  if (!staged) {
    return fail(
      host,
      uuid,
      'FAILED_UPLOADING_FILE_TO_STORE',
      'The browser no longer has this file. Add it again.',
    );
  }
  await step(host, uuid, { status: 'FETCHING_PRESIGNED_URL', sentBytes: 0 });
  const presigned = await host.transport.ask((api, with_) =>
    api.transactions.presignUpload({ id: row.transaction, doc_uuid: uuid, file_name: row.fileName }, with_),
  );
  if (presigned.kind === 'rejected' && presigned.code === 'document_exists') return complete(host, row, null);
  if (presigned.kind === 'rejected')
    return fail(host, uuid, 'FAILED_FETCHING_PRESIGNED_URL', UPLOAD_MESSAGES.upload);
  if (presigned.kind !== 'ok') return held(host, uuid, presigned);

  await step(host, uuid, { status: 'UPLOADING_FILE_TO_STORE' });
  const file = { name: row.fileName, bytes: staged.bytes };
  const posted = await postFile(presigned.body, file, host.signal, progressWriter(host, uuid));
  switch (posted.outcome) {
    case 'stopped':
    case 'unreachable':
      return held(host, uuid, notReached('The file store could not be reached.'));
    case 'refused':
      // 403: the permission to upload has run out; a fresh one is asked for at the next try.
      if (posted.status === 403 || posted.status >= 500) {
        return held(host, uuid, notReached(`The file store answered ${posted.status}.`));
      }
      return fail(host, uuid, 'FAILED_UPLOADING_FILE_TO_STORE', UPLOAD_MESSAGES.upload);
    case 'stored': {
      const uploadedFileKey = presigned.body.fields['key'] ?? '';
      const change = {
        status: 'SUCCESS_UPLOADING_FILE_TO_STORE' as const,
        uploadedFileKey,
        sentBytes: row.size,
      };
      await step(host, uuid, change);
      return createDocument(host, { ...row, ...change }, uploadedFileKey);
    }
  }
}

/** Makes the document of the stored file, with the name and signing type that the row has now. */
async function createDocument(host: UploadHost, { uuid }: FileRow, key: string): Promise<Uploaded> {
  const row = await freezeCreate(host.db, uuid);
  if (!row?.createdWith) return DONE;
  const { name, signingType } = row.createdWith;
  const created = await host.transport.ask(
    (api, with_) =>
      api.documents.create(
        {
          uuid,
          transaction: row.transaction,
          name,
          signing_type: signingType,
          in_queue: true,
          upload_order: row.uploadOrder,
          uploaded_file_key: key,
        },
        with_,
      ),
    { idempotencyKey: uuid },
  );
  switch (created.kind) {
    case 'ok':
      return complete(host, row, created.body);
    case 'rejected':
      return fail(host, uuid, 'FAILED_CREATING_DOCUMENT', created.message || UPLOAD_MESSAGES.create);
    default:
      return held(host, uuid, created);
  }
}

/**
 * Commits what the create is sent with before it is sent. A repetition sends the same; what the person edits meanwhile
 * is brought over afterwards.
 */
async function freezeCreate(db: MirrorDatabase, uuid: string): Promise<FileRow | undefined> {
  return db.transaction('rw', db.files, async () => {
    const row = await db.files.get(uuid);
    if (!row || row.status === 'REMOVED') return undefined;
    const createdWith = row.createdWith ?? { name: row.name, signingType: row.signingType };
    const frozen: FileRow = { ...row, status: 'CREATING_DOCUMENT', createdWith };
    await db.files.put(frozen);
    return frozen;
  });
}

/**
 * The document is on the server. Its hash is compared with that of what was staged: the same is the receipt, and the
 * staged bytes go; another means that they were damaged on the way, and they are sent again as a new document.
 */
async function complete(host: UploadHost, row: FileRow, body: Document | null): Promise<Uploaded> {
  const document = body ? { ok: true as const, body } : await askForDocument(host, row.uuid);
  if (!document.ok) return document.uploaded;
  const { sha256 } = document.body;
  if (row.sha256 && sha256 !== row.sha256) return sendAgain(host, row);
  await host.db.transaction('rw', host.db.files, host.db.fileBytes, async () => {
    const current = await host.db.files.get(row.uuid);
    if (current?.status !== 'REMOVED') {
      await host.db.files.update(row.uuid, {
        status: 'SUCCESS_CREATING_DOCUMENT',
        createdWith: { name: document.body.name, signingType: document.body.signing_type },
      });
    }
    await host.db.fileBytes.delete(row.uuid);
  });
  return DONE;
}

async function askForDocument(
  host: UploadHost,
  id: string,
): Promise<{ ok: true; body: Document } | { ok: false; uploaded: Uploaded }> {
  const answer: Answer<Document> = await host.transport.ask((api, with_) => api.documents.get({ id }, with_));
  if (answer.kind === 'ok') return { ok: true, body: answer.body };
  if (answer.kind === 'rejected' || answer.kind === 'not_modified') {
    return { ok: false, uploaded: await fail(host, id, 'FAILED_CREATING_DOCUMENT', UPLOAD_MESSAGES.create) };
  }
  return { ok: false, uploaded: await held(host, id, answer) };
}

async function sendAgain(host: UploadHost, row: FileRow): Promise<Uploaded> {
  const deleted = await host.transport.ask((api, with_) => api.documents.delete({ id: row.uuid }, with_), {
    idempotencyKey: newUuid(),
  });
  if (deleted.kind !== 'ok' && deleted.kind !== 'rejected' && deleted.kind !== 'not_modified') {
    return held(host, row.uuid, deleted);
  }
  const { db } = host;
  await db.transaction('rw', db.files, db.fileBytes, async () => {
    const staged = await db.fileBytes.get(row.uuid);
    const uuid = newUuid();
    if (staged) await db.fileBytes.add({ uuid, bytes: staged.bytes });
    const { uploadedFileKey: _key, createdWith: _createdWith, ...kept } = row;
    await db.files.add({ ...kept, uuid, status: 'QUEUED', sentBytes: 0 });
    await db.fileBytes.delete(row.uuid);
    await db.files.delete(row.uuid);
  });
  return DONE;
}

async function held(
  host: UploadHost,
  uuid: string,
  answer: Exclude<Answer<unknown>, { kind: 'ok' } | { kind: 'rejected' }>,
): Promise<Uploaded> {
  await step(host, uuid, { status: 'QUEUED', sentBytes: 0 });
  return { outcome: 'held', setback: answer.kind === 'not_modified' ? notReached('No answer.') : answer };
}

async function fail(
  host: UploadHost,
  uuid: string,
  status: Extract<FileRow['status'], `FAILED_${string}`>,
  errorMessage: string,
): Promise<Uploaded> {
  await step(host, uuid, { status, errorMessage });
  return DONE;
}

/** Moves the row on, unless the person has taken it off the queue meanwhile. */
async function step({ db }: UploadHost, uuid: string, change: Partial<Omit<FileRow, 'uuid'>>): Promise<void> {
  await db.files
    .where({ uuid })
    .and((row) => row.status !== 'REMOVED')
    .modify(change);
}

function notReached(reason: string): Extract<Setback, { kind: 'retry' }> {
  return { kind: 'retry', reason, unreachable: true, afterMs: null };
}

function progressWriter({ relaxed }: UploadHost, uuid: string): (sentBytes: number) => void {
  let writtenAt = 0;
  return (sentBytes) => {
    const now = Date.now();
    if (now - writtenAt < PROGRESS_EVERY_MS) return;
    writtenAt = now;
    void relaxed.files
      .where({ uuid })
      .and((row) => row.status === 'UPLOADING_FILE_TO_STORE')
      .modify({ sentBytes });
  };
}
