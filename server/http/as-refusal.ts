import { ORPCError, ValidationError } from '@orpc/server';
import { invalid, notFound, Refusal } from '../refusal.ts';

/**
 * Whatever was thrown, as the refusal that the answer is made of. Only what nobody foresaw becomes a 500.
 */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.status === 400) return fromIssues(error.cause.issues);
    if (error.status === 400)
      return new Refusal('malformed_request', 'The request cannot be read.', {}, error);
  }
  const fastifyCode = codeOf(error);
  if (fastifyCode === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal('too_large', 'This request is too large. Do it in smaller parts.', {}, error);
  }
  if (
    fastifyCode?.startsWith('FST_ERR_CTP') ||
    fastifyCode === 'FST_ERR_BAD_URL' ||
    fastifyCode === 'FST_ERR_MAX_PARAM_LENGTH'
  ) {
    return new Refusal('malformed_request', 'The request cannot be read.', {}, error);
  }
  // PostgreSQL is stopping, starting, full or unreachable (classes 53, 57P and 08; node's own words for no connection).
  if (fastifyCode && /^(53|57P|08|ECONNREFUSED|ECONNRESET|ENOENT$|EPIPE)/.test(fastifyCode)) {
    return new Refusal(
      'unavailable',
      'The server is busy or restarting. Nothing is lost: try again in a moment.',
      {},
      error,
    );
  }
  return new Refusal(
    'internal',
    'Something went wrong on the server. Try again; if it goes on, tell your administrator.',
    {},
    error,
  );
}

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined };

function fromIssues(issues: readonly Issue[]): Refusal {
  const paths = issues.map((issue) => (issue.path ?? []).map(keyText));
  // An id in the path that is no id names nothing.
  if (paths.some(([first, second]) => first === 'id' || (first === 'params' && second === 'id')))
    return notFound();
  const fields = [...new Set(paths.map(fieldName).filter((name) => name !== ''))].slice(0, 20);
  const [first] = issues;
  const [field] = fields;
  const message = first?.message ?? 'The request is not complete.';
  return invalid(field === undefined ? message : `${field}: ${message}`, ...fields);
}

function fieldName(path: readonly string[]): string {
  const inner = path[0] === 'body' || path[0] === 'query' ? path.slice(1) : path;
  return inner.slice(0, 5).join('.').slice(0, 200);
}

function keyText(key: PropertyKey | { key: PropertyKey }): string {
  return String(typeof key === 'object' ? key.key : key);
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
