import type { PresignedUpload } from '../../contract/entities/document.ts';
import type { SendBytes } from './send-bytes.ts';
import { sendResumable } from './send-resumable.ts';

export type Posted =
  | { outcome: 'stored' }
  | { outcome: 'refused'; status: number }
  | { outcome: 'unreachable' }
  | { outcome: 'stopped' };

/** A staged file on its way. */
export interface OutgoingFile {
  name: string;
  bytes: Blob;
}

/** Brings a file's bytes to the object store; `onProgress` is told how many are there. */
export type PostFile = (
  upload: PresignedUpload,
  file: OutgoingFile,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
) => Promise<Posted>;

/**
 * Sends a file of more than `resumableAbove` bytes in chunks that can be gone on with, where the server offers that; else
 * by the presigned form (upload spec 7).
 */
export function createPostFile(send: SendBytes, resumableAbove: number): PostFile {
  return async (upload, file, signal, onProgress) =>
    upload.resumable && file.bytes.size > resumableAbove
      ? sendResumable(send, upload.resumable, file.bytes, signal, onProgress)
      : sendForm(send, upload, file, signal, onProgress);
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
  body.append('file', file.bytes, file.name);
  const answer = await send({ method: 'POST', url, body }, signal, (sent) =>
    // The form is somewhat longer than its file.
    onProgress(Math.min(sent, file.bytes.size)),
  );
  if (answer.outcome !== 'answered') return answer;
  const stored = answer.status >= 200 && answer.status < 300;
  return stored ? { outcome: 'stored' } : { outcome: 'refused', status: answer.status };
}
