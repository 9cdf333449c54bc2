import { v7 } from 'uuid';
import type { Random } from '../../chaos/random.ts';

/** A request as it is sent. */
export interface SpoiltCall {
  path: string;
  /** A string is sent unchanged. */
  body: unknown;
  headers: Record<string, string>;
  /** How it was changed. */
  how: string;
}

type Body = Record<string, unknown>;

/** Values that are invalid for most fields. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  'x'.repeat(20_000),
  '\u0000',
  '\ud800',
  '💼'.repeat(400),
  '\u202eabc',
  "'; drop table users; --",
  '../../../etc/passwd',
  '%00%ff',
  '2026-02-30',
  '9999999-01-01',
  'not-a-uuid',
  '00000000-0000-0000-0000-000000000000',
  [],
  [null],
  [[[[[[]]]]]],
  {},
  { __proto__: { polluted: true } },
  { constructor: { prototype: {} } },
  { toString: 'no' },
];

/** Bodies that match no schema. Some aren't JSON. */
const NO_BODIES: readonly unknown[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e999',
  '{"a":1,}',
  '{"__proto__":{"polluted":true}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"name":"${'x'.repeat(200_000)}"}`,
  '\u0000\u0001\u0002',
];

const HEADERS: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=klingon' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'not a uuid' },
  { 'idempotency-key': 'x'.repeat(4000) },
  { 'x-base-version': '-1' },
  { 'x-base-version': '99999999999999999999' },
  { 'x-base-version': 'NaN' },
  { 'x-counterpart': 'seven' },
  { 'x-counterpart-user': 'nobody' },
  { 'if-none-match': '"'.repeat(50) },
  { accept: 'text/html' },
  { origin: 'https://evil.test' },
  { cookie: 'session=%00; session_expiry=' },
];

/** Makes one to three random changes to a valid call. */
export function spoilCall(random: Random, call: { path: string; body?: unknown }): SpoiltCall {
  const spoilt: SpoiltCall = { path: call.path, body: structuredClone(call.body), headers: {}, how: '' };
  const ways = [spoilField, spoilField, leaveOut, addField, replaceBody, spoilPath, spoilQuery, spoilHeader];
  const times = 1 + random.below(3);
  for (let time = 0; time < times; time += 1) {
    const way = ways[random.below(ways.length)];
    if (way) spoilt.how += ` ${way(random, spoilt)}`;
  }
  return spoilt;
}

function isObject(body: unknown): body is Body {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function draw<Value>(random: Random, among: readonly Value[]): Value {
  const drawn = among[random.below(among.length)];
  if (drawn === undefined) throw new Error('There is nothing to draw from.');
  return drawn;
}

function spoilField(random: Random, spoilt: SpoiltCall): string {
  if (!isObject(spoilt.body) || Object.keys(spoilt.body).length === 0) return addField(random, spoilt);
  const field = draw(random, Object.keys(spoilt.body));
  spoilt.body[field] = draw(random, STRANGE);
  return `field ${field}`;
}

function leaveOut(random: Random, spoilt: SpoiltCall): string {
  if (!isObject(spoilt.body) || Object.keys(spoilt.body).length === 0) return spoilPath(random, spoilt);
  const field = draw(random, Object.keys(spoilt.body));
  spoilt.body = Object.fromEntries(Object.entries(spoilt.body).filter(([name]) => name !== field));
  return `without ${field}`;
}

function addField(random: Random, spoilt: SpoiltCall): string {
  const body: Body = isObject(spoilt.body) ? spoilt.body : {};
  const field = draw(random, ['version', 'order', 'deleted_at', 'uuid', 'transaction', 'x'.repeat(300), '']);
  spoilt.body = { ...body, [field]: draw(random, STRANGE) };
  return `also ${field.slice(0, 12)}`;
}

function replaceBody(random: Random, spoilt: SpoiltCall): string {
  spoilt.body = draw(random, NO_BODIES);
  return 'another body';
}

function spoilPath(random: Random, spoilt: SpoiltCall): string {
  const strange = draw(random, ['%', '%2e%2e', 'null', '-1', '%00', v7(), 'a'.repeat(3000), '💼', '?', '//']);
  const parts = spoilt.path.split('/');
  parts[1 + random.below(parts.length - 1)] = strange;
  spoilt.path = parts.join('/');
  return 'path';
}

function spoilQuery(random: Random, spoilt: SpoiltCall): string {
  const field = draw(random, [
    'transaction',
    'since',
    'in_queue',
    'archived',
    'checksum',
    'query',
    'limit',
    '[]',
    'a[b]',
  ]);
  const value = draw(random, ['', 'null', '-1', '%00', '%ff', '1e999', 'x'.repeat(2000), '[]', "' or 1=1"]);
  spoilt.path += `${spoilt.path.includes('?') ? '&' : '?'}${field}=${value}`;
  return `query ${field}`;
}

function spoilHeader(random: Random, spoilt: SpoiltCall): string {
  const header = draw(random, HEADERS);
  Object.assign(spoilt.headers, header);
  return `header ${Object.keys(header)[0] ?? ''}`;
}
