import { ORPCError, ValidationError } from '@orpc/server';
import { isTemporary, textOf } from '../postgres/database-error.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { ObjectStoreError } from '../storage/object-store.ts';

/** Seconds after which a retry makes sense: a restart of the database takes about that long. */
const RETRY_SECONDS = 3;

/** Turns any thrown value into a refusal. Only unexpected errors become a 500. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.status === 400) return fromIssues(error.cause.issues);
    if (error.status === 400)
      return new Refusal('malformed_request', 'The request can’t be read.', {}, error);
  }
  return (
    fromCode(error) ??
    new Refusal(
      'internal',
      'Something went wrong on the server. Try again, and tell your administrator if it keeps happening.',
      {},
      error,
    )
  );
}

/** The codes of Fastify, Node, PostgreSQL and the object store. */
function fromCode(error: unknown): Refusal | undefined {
  const code = textOf(error, 'code') ?? '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal('too_large', 'This request is too large. Do it in smaller parts.', {}, error);
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 403 || status === 404) return notFound();
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal('malformed_request', 'The request can’t be read.', {}, error);
  // Two simultaneous creates had the same id in two deals, and neither saw the other's row.
  if (code === '23505') return new Refusal('uuid_taken', 'This id is already in use. Try again.', {}, error);
  // PostgreSQL's class 22 means a value that no column accepts and no earlier check caught.
  if (/^22[0-9A-Z]{3}$/.test(code))
    return new Refusal('invalid', 'The request contains a value that can’t be saved.', {}, error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Refusal(
      'unavailable',
      'The server has no space left for files. Tell your administrator, and try again later.',
      { retryAfter: 60 },
      error,
    );
  }
  if (error instanceof ObjectStoreError && error.code === 'unavailable') {
    return unavailable(
      'The file store is not responding. Your file is safe on your device and will be sent again automatically.',
      error,
    );
  }
  if (isTemporary(error))
    return unavailable('The server is busy or restarting. Nothing is lost: try again in a moment.', error);
  return undefined;
}

function unavailable(sentence: string, cause: unknown): Refusal {
  return new Refusal('unavailable', sentence, { retryAfter: RETRY_SECONDS }, cause);
}

type Issue = {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  /** The unknown fields of an object that has some. */
  keys?: readonly string[];
};

/** Fields that users don't know. The message says enough without their names. */
const UNNAMED: ReadonlySet<string> = new Set(['token']);

function fromIssues(issues: readonly Issue[]): Refusal {
  const paths = issues.flatMap((issue) => {
    const path = (issue.path ?? []).map(keyText);
    return issue.keys ? issue.keys.map((key) => [...path, key]) : [path];
  });
  // A path with an invalid id identifies nothing.
  if (paths.some(([first, second]) => first === 'id' || (first === 'params' && second === 'id')))
    return notFound();
  const fields = [...new Set(paths.map(fieldName).filter((name) => name !== ''))].slice(0, 20);
  const [first] = issues;
  const [field] = fields;
  const message = first?.message ?? 'The request is not complete.';
  const isOwnWord = field === undefined || UNNAMED.has(field);
  return invalid(isOwnWord ? message : `${field}: ${message}`, ...fields);
}

function fieldName(path: readonly string[]): string {
  const inner = path[0] === 'body' || path[0] === 'query' ? path.slice(1) : path;
  return inner.slice(0, 5).join('.').slice(0, 200);
}

function keyText(key: PropertyKey | { key: PropertyKey }): string {
  return String(typeof key === 'object' ? key.key : key);
}
