import type { PresignedUpload } from '../../contract/entities/documents/document.ts';
import { UPLOAD_MESSAGES } from '../../contract/rules/documents/upload-status.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { LockedError } from '../../db/lock/locked-error.ts';
import { whereBroken, type PlainBytes } from '../../db/lock/seal.ts';
import { stagedBytes } from '../../db/lock/staged-bytes.ts';
import type { FileRow } from '../../db/rows.ts';
import { keepSentFile } from '../../db/outbox/sent-edits.ts';
import { newUuid } from '../../db/uuid.ts';
import type { Setback } from '../push/answer.ts';
import { retry } from '../push/classify.ts';
import { nextTick } from '../engine/leader.ts';
import type { Transport } from '../transport/transport.ts';
import { BYTES_GONE } from './staging/bytes-gone.ts';
import { changeFile } from './change-file.ts';
import type { Posted, PostFile } from './sending/post-file.ts';
import type { Progress } from './progress.ts';
import type { Turnstile } from './staging/semaphore.ts';
import { createSent, deleteSent, findSent, type SentFile } from './sent-file.ts';
import { assertUploads, type Uploader } from './uploader.ts';

/**
 * The time limit for a create, which is answered once the server has read and hashed the file of up to 500 MB. Milliseconds.
 */
const CREATE_TIMEOUT_MS = 600_000;

/** How often a file that arrived damaged, or is no longer in the store, is sent again before the user is asked. */
const RESENT_MOST = 2;

/** How often a 403 from the store leads to a new presign before the user is asked. */
const REFUSED_MOST = 5;

/**
 * How long several failures count as one report, in milliseconds: as long as a toast is shown (docs/product/app-shell.md,
 * "Timings").
 */
const SAID_TOGETHER_MS = 5000;

export interface UploadHost extends Uploader {
  /** A handle for writes that need not be flushed. */
  relaxed: MirrorDatabase;
  progress: Progress;
  transport: Pick<Transport, 'ask'>;
  signal: AbortSignal;
  /** A queue for creates, because each may hold a connection to the API for minutes. */
  creates: Turnstile;
}

/**
 * `held`: to be retried later, under the file's current id. `done`: also if it failed for good. `heard`: the server has
 * responded. `stopped`: it was removed from the queue, or the signal came.
 */
export type Uploaded =
  | { outcome: 'done'; heard: boolean }
  | { outcome: 'stopped' }
  /** Somebody else is working on it. Ask again after this time, in milliseconds. */
  | { outcome: 'waiting'; afterMs: number }
  /** `atStore`: the failure says nothing about the API, which may be reachable. */
  | { outcome: 'held'; uuid: string; setback: HoldingSetback; atStore: boolean };
export type HoldingSetback = Exclude<Setback, { kind: 'rejected' }>;

const DONE: Uploaded = { outcome: 'done', heard: true };
const STOPPED: Uploaded = { outcome: 'stopped' };

/**
 * Brings one file of the queue to the server, from wherever an earlier try left it:
 *
 *     QUEUED → IN_PROGRESS → FETCHING_PRESIGNED_URL → UPLOADING_FILE_TO_STORE → CREATING_DOCUMENT → SUCCESS_CREATING_DOCUMENT
 *
 * Each step is safe to repeat. The file's uuid is the document's and part of its key, so the server creates one document no
 * matter how often it is asked. Exactly-once is a property of the server.
 */
export async function uploadFile(host: UploadHost, uuid: string, post: PostFile): Promise<Uploaded> {
  const row = await host.db.files.get(uuid);
  if (!isWanted(row)) return STOPPED;
  if (row.uploadedFileKey) return createDocument(host, uuid, row.uploadedFileKey);
  const staged = await stagedBytes(host.db, uuid).catch(whereLocked);
  if (staged === 'locked') return putBack(host, uuid);
  if (!staged) return bytesGone(host, uuid);
  if (!(await changeFile(host, uuid, { status: 'FETCHING_PRESIGNED_URL', sentBytes: 0 }))) return STOPPED;
  const presigned = await host.transport.ask((api, with_) =>
    api.transactions.presignUpload({ id: row.transaction, doc_uuid: uuid, file_name: row.fileName }, with_),
  );
  if (presigned.kind === 'ok') return sendBytes(host, row, staged, presigned.body, post);
  if (presigned.kind !== 'rejected') return held(uuid, presigned);
  if (presigned.code === 'document_exists') return complete(host, row, null);
  // A document with this id was deleted, so the file gets a new id.
  if (presigned.code === 'uuid_taken') return renew(host, uuid, presigned.message);
  // The server gives the reason, such as that the deal no longer accepts files, or that a quota is used up.
  return failPresign(host, uuid, presigned.message);
}

/** The device is locked. Nothing is wrong with the file, which waits (SPEC: LOCK5). */
function whereLocked(error: unknown): 'locked' {
  if (error instanceof LockedError) return 'locked';
  throw error;
}

async function putBack(host: UploadHost, uuid: string): Promise<Uploaded> {
  await changeFile(host, uuid, { status: 'QUEUED', sentBytes: 0 });
  return STOPPED;
}

async function bytesGone(host: UploadHost, uuid: string): Promise<Uploaded> {
  const gone = { ...BYTES_GONE, status: 'FAILED_UPLOADING_FILE_TO_STORE', lastError: undefined } as const;
  await changeFile(host, uuid, gone);
  return { outcome: 'done', heard: false };
}

/** Returns whether the browser still has the bytes of its database's row. */
async function isReadable(bytes: PlainBytes): Promise<boolean> {
  const { size } = bytes;
  try {
    const ends = await Promise.all([bytes.slice(0, 1), bytes.slice(Math.max(0, size - 1), size)]);
    await Promise.all(ends.map(async (end) => end.arrayBuffer()));
    return true;
  } catch {
    return false;
  }
}

/** Returns false if the user has removed it from the queue, or had it deleted from the device. */
function isWanted(row: FileRow | undefined): row is FileRow {
  return row !== undefined && row.status !== 'REMOVED';
}

async function sendBytes(
  host: UploadHost,
  row: FileRow,
  bytes: PlainBytes,
  presigned: PresignedUpload,
  post: PostFile,
): Promise<Uploaded> {
  const { uuid } = row;
  const uploadedFileKey = presigned.fields['key'];
  // Without it, no document could be created from what is sent (docs/product/api.md, "Uploads").
  if (uploadedFileKey === undefined)
    return held(uuid, retry('The server didn’t say where to upload the file.'));
  if (!(await changeFile(host, uuid, { status: 'UPLOADING_FILE_TO_STORE' }))) return STOPPED;
  host.progress.begin(uuid);
  const posted = await post(
    presigned,
    { name: row.fileName, bytes, isAfresh: row.afresh ?? false },
    host.signal,
    (sentBytes) => host.progress.note(uuid, sentBytes),
    async () => !isWanted(await host.db.files.get(uuid)),
  ).catch(whereBroken);
  // Data that can no longer be opened counts as gone.
  if (posted === 'broken') return bytesGone(host, uuid);
  switch (posted.outcome) {
    case 'stopped':
      return putBack(host, uuid);
    case 'unreachable':
      // A request whose body cannot be read fails like one without a network.
      if (!(await isReadable(bytes))) return bytesGone(host, uuid);
      return heldAtStore(uuid, 'The file store can’t be reached.', true);
    case 'left':
      return heldAtStore(uuid, 'It will be sent while Counterpart is open.', false);
    case 'refused':
      return refusedByStore(host, row, posted);
    case 'stored': {
      const stored = {
        status: 'SUCCESS_UPLOADING_FILE_TO_STORE',
        uploadedFileKey,
        sentBytes: row.size,
        afresh: undefined,
      } as const;
      if (!(await changeFile(host, uuid, stored))) return STOPPED;
      return createDocument(host, uuid, uploadedFileKey);
    }
  }
}

/** The file is held if another try may succeed. A permission that expired during the upload doesn't count as refused. */
async function refusedByStore(
  host: UploadHost,
  { uuid, refused = 0 }: FileRow,
  { status, advanced }: Extract<Posted, { outcome: 'refused' }>,
): Promise<Uploaded> {
  const times = status === 403 && !advanced ? refused + 1 : refused;
  if (!isTemporary(status) || times > REFUSED_MOST)
    return fail(host, uuid, 'FAILED_UPLOADING_FILE_TO_STORE', UPLOAD_MESSAGES.upload);
  await changeFile(host, uuid, { refused: times });
  return heldAtStore(uuid, `The file store returned an error (${status}).`, false);
}

/**
 * Statuses that are worth retrying. 403: the permission to upload has expired, and the next try requests a new one. 409, 423:
 * another request of the same upload has not ended yet.
 */
function isTemporary(status: number): boolean {
  return [403, 408, 409, 423, 429].includes(status) || status >= 500;
}

/** Creates the document of the stored file when it is this one's turn (SPEC: UP5). */
async function createDocument(host: UploadHost, uuid: string, key: string): Promise<Uploaded> {
  return (await host.creates.pass(host.signal, async () => sendCreate(host, uuid, key))) ?? STOPPED;
}

/** Sends the create, with the name and signing type that the row has now. */
async function sendCreate(host: UploadHost, uuid: string, key: string): Promise<Uploaded> {
  const row = await freezeCreate(host, uuid);
  if (!row?.createdWith) return STOPPED;
  const created = await createSent(host.transport, row, key, {
    idempotencyKey: createKey(uuid, row.createdWith),
    timeoutMs: CREATE_TIMEOUT_MS,
  });
  switch (created.kind) {
    case 'ok':
      return complete(host, row, created.body);
    case 'rejected':
      // Deleted from the store in the meantime, for example after weeks offline. No document has the id, so it stays.
      if (created.code === 'upload_missing')
        return renew(host, uuid, 'The server no longer has the file.', uuid);
      return fail(host, uuid, 'FAILED_CREATING_DOCUMENT', created.message || UPLOAD_MESSAGES.create);
    default:
      return held(uuid, created);
  }
}

/** The Idempotency-Key of a file's create. */
export function createKey(uuid: string, { request }: NonNullable<FileRow['createdWith']>): string {
  return request ?? uuid;
}

/**
 * Commits the create's content before it is sent. A retry sends the same content, and the user's later edits are transferred
 * after that.
 */
async function freezeCreate(host: UploadHost, uuid: string): Promise<FileRow | undefined> {
  const { db } = host;
  return db.transaction('rw', db.files, db.meta, async () => {
    await assertUploads(host);
    const row = await db.files.get(uuid);
    if (!isWanted(row)) return undefined;
    const { name, signingType } = row;
    const createdWith = row.createdWith ?? { name, signingType, request: newUuid() };
    await changeFile(host, uuid, { status: 'CREATING_DOCUMENT', createdWith });
    return { ...row, createdWith };
  });
}

/**
 * Handles a document that is now on the server, by comparing its hash with that of the staged bytes. If they match, the
 * upload is confirmed, and the staged bytes are kept only as a copy (SPEC: LOST5). If they differ, the bytes were damaged on
 * the way, and are sent again as a new document.
 */
async function complete(host: UploadHost, row: FileRow, body: SentFile | null): Promise<Uploaded> {
  const asked = body ? { ok: true as const, body } : await askForDocument(host, row);
  if (!asked.ok) return asked.uploaded;
  const document = asked.body;
  if (row.sha256 && document.sha256 !== row.sha256) return sendAgain(host, row);
  const { db } = host;
  await db.transaction('rw', db.files, db.fileBytes, db.sent, db.meta, async () => {
    await assertUploads(host);
    const current = await db.files.get(row.uuid);
    if (!current) return;
    if (current.createdWith && current.status !== 'REMOVED')
      await keepSentFile(db, current, createKey(row.uuid, current.createdWith), new Date());
    else await db.fileBytes.delete(row.uuid);
    const createdWith = current.createdWith ?? { name: document.name, signingType: document.signing_type };
    // This includes a file that was removed from the queue in the meantime, because its removal must know that the document
    // exists.
    await db.files.update(row.uuid, { createdWith, createdTick: await nextTick(db) });
    await changeFile(host, row.uuid, { status: 'SUCCESS_CREATING_DOCUMENT', lastError: undefined });
  });
  return DONE;
}

async function askForDocument(
  host: UploadHost,
  row: FileRow,
): Promise<{ ok: true; body: SentFile } | { ok: false; uploaded: Uploaded }> {
  const { uuid: id } = row;
  const answer = await findSent(host.transport, row);
  switch (answer.kind) {
    case 'ok':
      return { ok: true, body: answer.body };
    case 'rejected':
      return {
        ok: false,
        uploaded: await fail(host, id, 'FAILED_CREATING_DOCUMENT', UPLOAD_MESSAGES.create),
      };
    default:
      return { ok: false, uploaded: held(id, answer) };
  }
}

/** Deletes the damaged document, so that the file can be sent again as a new one. */
async function sendAgain(host: UploadHost, row: FileRow): Promise<Uploaded> {
  const { uuid } = row;
  const deleted = await deleteSent(host.transport, row, { inQueue: false, key: newUuid() });
  if (deleted.kind !== 'ok' && deleted.kind !== 'rejected') return held(uuid, deleted);
  return renew(host, uuid, 'The file was damaged on the way.');
}

/**
 * Queues the file from the start, under a new id if a document has used the old one. Its row is read again, because the
 * user's latest changes count. After two such tries, it has failed, and its bytes are kept for the user to retry.
 */
async function renew(
  host: UploadHost,
  uuid: string,
  reason: string,
  nextUuid: string = newUuid(),
): Promise<Uploaded> {
  const { db } = host;
  const renewed = await db.transaction('rw', db.files, db.fileBytes, db.meta, async () => {
    await assertUploads(host);
    const current = await db.files.get(uuid);
    if (!isWanted(current)) return null;
    const { uploadedFileKey: _key, createdWith: _createdWith, ...kept } = current;
    const resent = (kept.resent ?? 0) + 1;
    const fresh: FileRow = { ...kept, uuid: nextUuid, status: 'QUEUED', sentBytes: 0, resent };
    if (resent > RESENT_MOST) {
      fresh.status = 'FAILED_UPLOADING_FILE_TO_STORE';
      fresh.errorMessage = UPLOAD_MESSAGES.upload;
    }
    await db.files.put(fresh);
    // A full disk has no space to write unchanged bytes again.
    if (nextUuid === uuid) return fresh;
    const staged = await db.fileBytes.get(uuid);
    await db.fileBytes.delete(uuid);
    await db.files.delete(uuid);
    if (staged) await db.fileBytes.add({ ...staged, uuid: nextUuid });
    return fresh;
  });
  if (!renewed) return STOPPED;
  return renewed.status === 'QUEUED' ? held(renewed.uuid, retry(reason)) : DONE;
}

function held(uuid: string, answer: HoldingSetback | { kind: 'not_modified' }): Uploaded {
  const setback = answer.kind === 'not_modified' ? retry('The server didn’t respond.') : answer;
  return { outcome: 'held', uuid, setback, atStore: false };
}

async function fail(
  host: UploadHost,
  uuid: string,
  status: 'FAILED_UPLOADING_FILE_TO_STORE' | 'FAILED_CREATING_DOCUMENT',
  errorMessage: string,
): Promise<Uploaded> {
  await changeFile(host, uuid, { status, errorMessage, lastError: undefined });
  return DONE;
}

/**
 * Reports once, for all uploads that fail together, that they could not be started (docs/product/upload-queue.md,
 * "Messages"). The rows show which files.
 */
async function failPresign(host: UploadHost, uuid: string, errorMessage: string): Promise<Uploaded> {
  const { db } = host;
  const failed = { status: 'FAILED_FETCHING_PRESIGNED_URL', errorMessage } as const;
  await db.transaction('rw', db.files, db.meta, db.notices, async () => {
    if (!(await changeFile(host, uuid, { ...failed, lastError: undefined }))) return;
    const now = Date.now();
    const together = await db.notices
      .where('at')
      // Times from before the clock was set back don't count.
      .between(new Date(now - SAID_TOGETHER_MS).toISOString(), new Date(now).toISOString(), false, true)
      .toArray();
    if (together.some(({ message }) => message === UPLOAD_MESSAGES.presign)) return;
    const at = new Date(now).toISOString();
    await db.notices.add({ id: newUuid(), at, level: 'error', message: UPLOAD_MESSAGES.presign });
  });
  return DONE;
}

function heldAtStore(uuid: string, reason: string, unreachable: boolean): Uploaded {
  const setback: HoldingSetback = {
    kind: 'retry',
    reason,
    error: null,
    unreachable,
    ours: false,
    afterMs: null,
  };
  return { outcome: 'held', uuid, setback, atStore: true };
}
