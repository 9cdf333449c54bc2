import { addressOf, bodyOf, problemIn, send, waitIn, type UploadForm } from '../room-calls.ts';

/**
 * The statuses of refusals after which a file isn't sent again until the room is reloaded. They may have nothing to do with the
 * file itself.
 */
const FINAL: ReadonlySet<number> = new Set([404, 409, 413, 422]);

/**
 * Whether a file can be uploaded. `form`: yes, with this form. `there`: the server already has it, from another tab or from before a reload.
 * `refused`: not with this link, or not until something changes. `locked`: only once a code has been entered. `later`: not within the next
 * `wait` milliseconds. The server may have said why.
 */
type UploadAnswer =
  | { kind: 'form'; form: UploadForm }
  | { kind: 'there' }
  | { kind: 'refused'; problem: string }
  | { kind: 'locked' }
  | { kind: 'later'; problem: string | null; wait: number };

/** Requests the form for uploading a file. */
export async function askForUpload(token: string, uuid: string): Promise<UploadAnswer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await send(`${addressOf(token)}/upload`, {
    method: 'POST',
    body: JSON.stringify({ uuid }),
    headers,
  });
  const body = await bodyOf(answer);
  if (isUploadForm(body)) return { kind: 'form', form: body };
  if (!answer) return { kind: 'later', problem: null, wait: 0 };
  if (answer.status === 409 && body['code'] === 'uuid_taken') return { kind: 'there' };
  if (FINAL.has(answer.status)) return { kind: 'refused', problem: problemIn(body) };
  if (answer.status === 403 && body['code'] === 'not_allowed') return { kind: 'locked' };
  const wait = waitIn(answer);
  return { kind: 'later', problem: wait > 0 ? problemIn(body) : null, wait };
}

function isUploadForm(body: object): body is UploadForm {
  return 'url' in body && 'fields' in body;
}
