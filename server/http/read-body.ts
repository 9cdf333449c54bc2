import { invalid, Refusal } from '../refusal.ts';

/**
 * The JSON of a request's body; undefined when it has none.
 * @throws {Refusal} `malformed_request` when it is not JSON, `invalid` when it holds text that cannot be kept
 */
export function parseBody(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Refusal('malformed_request', 'The request is not valid JSON.', {}, cause);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('The request must be one JSON object.');
  }
  assertStorableText(body);
  return body;
}

/** PostgreSQL takes neither NUL nor half of a surrogate pair. Walked without recursion: bodies may nest deeply. */
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
    `${where}: this text has a character that cannot be kept. Remove it and try again.`,
    ...(field ? [field] : []),
  );
}
