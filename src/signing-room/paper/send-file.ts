import type { SigningRoom } from '../../contract/entities/signing/signing-room.ts';
import { actInRoom, instant, uploadFile } from '../room-calls.ts';
import { askForUpload } from './ask-for-upload.ts';

/**
 * The result of sending a file. `sent`: the server has it. `unsent`: it could not be sent now but can be sent later; if the
 * server asked for a pause, after `wait` milliseconds, with its reason. `locked`: the signatory must enter a code first.
 * `refused`: the server rejected it, with the reason.
 */
export type SendResult =
  | { kind: 'sent' }
  | { kind: 'unsent'; isUploaded: boolean; wait?: number; problem?: string | null }
  | { kind: 'locked'; isUploaded: boolean }
  | { kind: 'refused'; problem: string };

/**
 * Uploads and submits a file. Each step can be repeated: the server accepts a file only once.
 * @param isUploaded whether an earlier attempt has uploaded it
 */
export async function sendFile(
  token: string,
  { uuid, name, file, isUploaded }: { uuid: string; name: string; file: Blob; isUploaded: boolean },
): Promise<SendResult> {
  if (!isUploaded) {
    const asked = await askForUpload(token, uuid);
    if (asked.kind === 'refused') return asked;
    if (asked.kind === 'there') return { kind: 'sent' };
    if (asked.kind === 'locked') return { ...asked, isUploaded };
    if (asked.kind === 'later') return { ...asked, kind: 'unsent', isUploaded };
    if (!(await uploadFile(asked.form, file))) return { kind: 'unsent', isUploaded };
  }
  const answer = await actInRoom(token, { name: 'returned_file', body: { uuid, name } }, instant());
  switch (answer.kind) {
    case 'room':
      return outcomeIn(answer.room);
    case 'refused':
      // The server may have removed an upload that was never submitted.
      return isUploaded
        ? { kind: 'unsent', isUploaded: false }
        : { kind: 'refused', problem: answer.message };
    case 'later':
      return answer.wait > 0
        ? { kind: 'unsent', isUploaded: true, wait: answer.wait, problem: answer.message }
        : { kind: 'unsent', isUploaded: true };
    case 'unknown':
    case 'unreachable':
      return { kind: 'unsent', isUploaded: true };
  }
}

/** Returns the result for the state of the room. A locked link accepts files once the code is entered. */
function outcomeIn({ state }: SigningRoom): SendResult {
  switch (state) {
    case 'paper':
    case 'completed':
      return { kind: 'sent' };
    case 'locked':
    case 'new_device':
      return { kind: 'locked', isUploaded: true };
    default:
      return { kind: 'refused', problem: 'This link no longer accepts pages, so this file wasn’t sent.' };
  }
}
