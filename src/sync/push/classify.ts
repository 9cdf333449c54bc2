import { CONTRACT_HEADER } from '../../contract/version.ts';
import { clientDoes, errorBodySchema, type ErrorCode } from '../../contract/errors.ts';
import type { RetryAnswer, Setback } from './answer.ts';

/**
 * Judges an answer before its body is used: null = ours and successful. Statuses as in docs/product/api.md, "Errors". A 401 of the sign-in
 * itself says that the password is wrong; it is not the end of a session.
 */
export async function setbackOf(response: Response): Promise<Setback | { kind: 'not_modified' } | null> {
  if (!response.headers.has(CONTRACT_HEADER)) {
    return retry(`The answer (${response.status}) did not come from Counterpart’s server.`);
  }
  if (response.status === 304) return { kind: 'not_modified' };
  if (response.status < 400) return null;
  const body = errorBodySchema.safeParse(await jsonOf(response));
  // It bears our header; but what it says was cut off on the way, or is nothing that our server says.
  if (!body.success) return retry(`ApiFetch error general ${response.status}`, afterMs(response));
  const { code, error_message: message } = body.data;
  switch (clientDoes(code, response.status)) {
    case 'signed_out':
      return code === ('access_ended' satisfies ErrorCode)
        ? { kind: 'signed_out', message, accessEnded: true }
        : { kind: 'signed_out', message };
    case 'update':
      return { kind: 'update_needed', message };
    case 'retry':
      return { ...retry(message, afterMs(response)), ours: true };
    case 'rejected':
      return { kind: 'rejected', code, message, error: body.data };
  }
}

/** Why an admin ended the person's access, in words; undefined where the session ended otherwise. */
export function whyEnded(setback: Extract<Setback, { kind: 'signed_out' }>): string | undefined {
  return setback.accessEnded ? setback.message : undefined;
}

/** The request did not get through at all. */
export function unreachable(error: unknown): RetryAnswer {
  // What a browser calls it ("Failed to fetch") differs from one to the next, and says no more.
  const late = error instanceof Error && error.name === 'TimeoutError';
  const reason = late ? 'The server didn’t respond in time.' : 'The server can’t be reached.';
  return { kind: 'retry', reason, unreachable: true, ours: false, afterMs: null };
}

/** What came through cannot be used; the request is made again. */
export function retry(reason: string, after: number | null = null): RetryAnswer {
  return { kind: 'retry', reason, unreachable: false, ours: false, afterMs: after };
}

/** Retry-After in milliseconds, given in seconds or as a date. */
function afterMs(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : null;
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}
