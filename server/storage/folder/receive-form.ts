import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { ObjectSizeError } from './folder-store.ts';
import type { FolderStore, ReceivedObject } from './folder-store.ts';
import { StoreRefusal, tooLarge, uploadSentences } from '../store-refusal.ts';

const sentences = {
  ...uploadSentences,
  noFile: 'The upload contains no file.',
  notAForm: 'The upload isn’t a form with a file.',
} as const;

/** The overhead of a form around its file: boundaries, part headers, and the signed fields. */
const formOverhead = 64 * 1024;

/**
 * Stores the single file of a presigned form: fields first, the part `file` last. The file counts as soon as the boundary
 * after it has arrived.
 * @throws {StoreRefusal} if the form differs from the presigned one. Nothing is kept in that case
 */
export async function receiveForm(store: FolderStore, request: IncomingMessage): Promise<ReceivedObject> {
  const form = openForm(request);
  const fields = new Map<string, string>();
  let part: Readable | undefined;
  return new Promise<ReceivedObject>((resolve, reject) => {
    form.on('field', (name, value) => fields.set(name, value));
    form.on('file', (name, file) => {
      // An error of a part that nobody reads anymore must not end the process.
      file.on('error', () => {});
      if (part || name !== 'file') {
        file.resume();
        return;
      }
      part = file;
      const declaredBytes = Number(request.headers['content-length'] ?? 0) - formOverhead;
      storeFile(store, fields, file, declaredBytes).then(resolve, reject);
    });
    form.once('finish', () => {
      if (!part) reject(new StoreRefusal(400, sentences.noFile));
    });
    form.on('error', () => {
      const broken = new StoreRefusal(400, sentences.notAForm);
      part?.destroy(broken);
      reject(broken);
    });
    request.once('close', () => {
      // All of it may have arrived, but what has not been read yet is lost with the connection.
      if (request.readableEnded) return;
      const cut = new StoreRefusal(400, sentences.brokenOff);
      part?.destroy(cut);
      reject(cut);
    });
    request.pipe(form);
  }).finally(() => request.unpipe(form));
}

async function storeFile(
  store: FolderStore,
  fields: ReadonlyMap<string, string>,
  file: Readable,
  declaredBytes: number,
): Promise<ReceivedObject> {
  const policy = store.signer.checkUpload(fields, Date.now());
  if (policy === 'forged' || policy === 'expired') throw new StoreRefusal(403, sentences[policy]);
  if (declaredBytes > policy.maxBytes) throw tooLarge(policy.maxBytes);
  try {
    return await store.receive(policy.key, file, { minBytes: 1, maxBytes: policy.maxBytes });
  } catch (error) {
    if (!(error instanceof ObjectSizeError)) throw error;
    throw error.side === 'small' ? new StoreRefusal(400, sentences.empty) : tooLarge(policy.maxBytes);
  }
}

function openForm(request: IncomingMessage): InstanceType<typeof Busboy> {
  const contentType = request.headers['content-type'] ?? '';
  if (!contentType.startsWith('multipart/form-data')) throw new StoreRefusal(400, sentences.notAForm);
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: { fields: 20, fieldSize: 16 * 1024, files: 1, parts: 21, headerPairs: 20 },
    });
  } catch {
    throw new StoreRefusal(400, sentences.notAForm);
  }
}
