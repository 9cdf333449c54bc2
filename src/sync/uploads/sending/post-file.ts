import type { PresignedUpload } from '../../../contract/entities/documents/document.ts';
import type { PlainBytes } from '../../../db/lock/seal.ts';
import type { SendBytes } from './send-bytes.ts';

export type Posted =
  | { outcome: 'stored' }
  /** `advanced`: the store accepted and kept bytes before it refused. */
  | { outcome: 'refused'; status: number; advanced?: boolean }
  | { outcome: 'unreachable' }
  /** The file is too large for this host to send as a whole, and the store accepts no chunks. */
  | { outcome: 'left' }
  | { outcome: 'stopped' };

/** A staged file to send. */
export interface OutgoingFile {
  name: string;
  bytes: PlainBytes;
  /** The store's complete copy is useless, so it must be discarded, and the file sent from the first byte. */
  isAfresh?: boolean;
}

/**
 * Sends a file's bytes to the object store. `onProgress` gets the number that have arrived. `isUnwanted` is called if the
 * signal stopped it, and returns whether the bytes there can be deleted.
 */
export type PostFile = (
  upload: PresignedUpload,
  file: OutgoingFile,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
  isUnwanted: () => Promise<boolean>,
) => Promise<Posted>;

/**
 * Sends a file of more than `resumableAbove` bytes in resumable chunks if the server offers that; else by the
 * presigned form (docs/product/api.md, "Uploads"), if it has at most `formAtMost` bytes.
 */
export function createPostFile(
  send: SendBytes,
  { resumableAbove, formAtMost = Infinity }: { resumableAbove: number; formAtMost?: number },
): PostFile {
  return async (upload, file, signal, onProgress, isUnwanted) => {
    const { resumable } = upload;
    if (!resumable && file.bytes.size > formAtMost) return { outcome: 'left' };
    if (!resumable || file.bytes.size <= resumableAbove)
      return sendForm(send, upload, file, signal, onProgress);
    // Loaded with the first large file, because most devices send none.
    const { sendResumable, discardUpload } = await import('./send-resumable.ts');
    const posted = await sendResumable(send, resumable, file, signal, onProgress);
    if (posted.outcome === 'stopped' && (await isUnwanted())) await discardUpload(send, resumable);
    return posted;
  };
}

/** Fields first, `file` last. */
async function sendForm(
  send: SendBytes,
  { url, fields }: PresignedUpload,
  file: OutgoingFile,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<Posted> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', await wholeOf(file.bytes), file.name);
  const answer = await send({ method: 'POST', url, body }, signal, (sent) =>
    // The form is slightly longer than its file.
    onProgress(Math.min(sent, file.bytes.size)),
  );
  if (answer.outcome !== 'answered') return answer;
  const stored = answer.status >= 200 && answer.status < 300;
  return stored ? { outcome: 'stored' } : { outcome: 'refused', status: answer.status };
}

/**
 * Returns the bytes as a Blob, which a form requires. Sealed bytes are opened for it, and the browser holds them during the
 * upload.
 */
async function wholeOf(bytes: PlainBytes): Promise<Blob> {
  return bytes instanceof Blob ? bytes : bytes.slice(0, bytes.size);
}
