import { invalid, Refusal } from '../refusal.ts';

/**
 * The JSON of a request's body; undefined if it has none.
 * @throws {Refusal} `malformed_request` if it is not JSON, `invalid` if it contains text that can't be stored
 */
export function parseBody(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Refusal('malformed_request', 'The request isn’t valid JSON.', {}, cause);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('The request must be one JSON object.');
  }
  assertStorableText(body);
  return body;
}

/** PostgreSQL accepts neither NUL nor half a surrogate pair. The walk isn't recursive, because bodies may be deeply nested. */
function assertStorableText(body: unknown): void {
  const open: { value: unknown; field: string }[] = [{ value: body, field: '' }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { value, field } = at;
    if (typeof value === 'string') {
      if (!isStorable(value)) throw unstorable(field);
    } else if (Array.isArray(value)) {
      for (const entry of value) open.push({ value: entry, field });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, entry] of Object.entries(value)) {
        if (!isStorable(name)) throw unstorable(field);
        open.push({ value: entry, field: field || name });
      }
    }
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

function unstorable(field: string): Refusal {
  const where = field || 'The request';
  return invalid(
    `${where}: this text contains a character that can’t be stored. Remove it and try again.`,
    ...(field ? [field] : []),
  );
}
