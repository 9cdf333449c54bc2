import { CONTRACT_HEADER } from '../../contract/version.ts';
import { clientDoes, errorBodySchema, type ErrorCode } from '../../contract/errors.ts';
import type { RetryAnswer, Setback } from './answer.ts';

/**
 * Classifies a response before its body is used. Returns null if it is from our server and successful. docs/product/api.md,
 * "Errors", lists the statuses. A 401 to a sign-in means that the password is wrong, and ends no session.
 */
export async function setbackOf(response: Response): Promise<Setback | { kind: 'not_modified' } | null> {
  if (!response.headers.has(CONTRACT_HEADER)) {
    return retry(`The response (${response.status}) didn’t come from Counterpart’s server.`);
  }
  if (response.status === 304) return { kind: 'not_modified' };
  if (response.status < 400) return null;
  const body = errorBodySchema.safeParse(await jsonOf(response));
  // It has our header, but its body was cut off on the way, or isn't one that our server would send.
  if (!body.success) {
    const { status } = response;
    const failed = retry(`The server had a problem (${status}).`, afterMs(response));
    return { ...failed, error: `ApiFetch error general ${status}` };
  }
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

/** Returns why an administrator ended the user's access; undefined if the session ended for another reason. */
export function whyEnded(setback: Extract<Setback, { kind: 'signed_out' }>): string | undefined {
  return setback.accessEnded ? setback.message : undefined;
}

/** Returns the outcome of a request that didn't reach the server. */
export function unreachable(error: unknown): RetryAnswer {
  // Each browser has its own message for this ("Failed to fetch"), and none is more specific.
  const late = error instanceof Error && error.name === 'TimeoutError';
  const reason = late ? 'The server didn’t respond in time.' : 'The server can’t be reached.';
  return { kind: 'retry', reason, error: null, unreachable: true, ours: false, afterMs: null };
}

/** Returns the outcome of a request whose response can't be used, so that the request is repeated. */
export function retry(reason: string, after: number | null = null): RetryAnswer {
  return { kind: 'retry', reason, error: null, unreachable: false, ours: false, afterMs: after };
}

/** Returns Retry-After in milliseconds. The header has seconds or a date. */
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
