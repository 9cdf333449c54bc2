import { TAG, type Bytes } from './der-write.ts';

/** The bytes are not valid DER. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/** One value of DER. */
export interface Der {
  readonly tag: number;
  /** The content, without tag and length. */
  readonly content: Bytes;
  /** The whole value, with tag and length. */
  readonly whole: Bytes;
}

/** No seal has this many values; a file that does is meant to overload its reader. */
const MOST_VALUES = 10_000;

/**
 * Reads the value at the beginning of the bytes, and ignores what follows it.
 * @throws {DerError}
 */
export function readDer(bytes: Bytes): Der {
  const tag = bytes[0];
  const first = bytes[1];
  // Tags above 30 have more bytes (X.690, 8.1.2.4); nothing here has one.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f)
    throw new DerError('There is no value.');
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  // 0x80 would be the indefinite length of BER.
  if (first === 0x80 || lengthBytes > 4) throw new DerError('A length is not DER.');
  let length = first;
  if (lengthBytes > 0) {
    length = bytes.subarray(2, 2 + lengthBytes).reduce((sum, byte) => sum * 0x100 + byte, 0);
    if (length < 0x80) throw new DerError('A length is longer than necessary.');
  }
  const start = 2 + lengthBytes;
  const end = start + length;
  if (end > bytes.length) throw new DerError('A value ends too early.');
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(0, end) };
}

/**
 * Returns the values inside a SEQUENCE, SET or context tag.
 * @throws {DerError}
 */
export function childrenOf({ content }: Der): Der[] {
  const children: Der[] = [];
  for (let at = 0; at < content.length;) {
    const child = readDer(content.subarray(at));
    children.push(child);
    at += child.whole.length;
    if (children.length > MOST_VALUES) throw new DerError('There are too many values.');
  }
  return children;
}

/**
 * Returns a value if it has the tag.
 * @throws {DerError} if it is missing or has another tag
 */
export function expectTag(der: Der | undefined, tag: number): Der {
  if (der?.tag !== tag) throw new DerError(`A value has the tag ${der?.tag} instead of ${tag}.`);
  return der;
}

/** @throws {DerError} */
export function readOid(der: Der | undefined): string {
  const { content } = expectTag(der, TAG.oid);
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 0x80 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join('.');
}

/** @throws {DerError} */
export function readTime(der: Der | undefined): Date {
  const text = new TextDecoder('latin1').decode(der?.content);
  const [, year = '', rest = '', fraction = ''] =
    (der?.tag === TAG.utcTime && /^(\d{2})(\d{10})Z$/.exec(text)) ||
    (der?.tag === TAG.generalizedTime && /^(\d{4})(\d{10})(\.\d{1,9})?Z$/.exec(text)) ||
    [];
  // UTCTime has two digits for the years 1950 to 2049 (RFC 5280, 4.1.2.5.1).
  const century = year.length === 4 ? '' : Number(year) < 50 ? '20' : '19';
  const [month, day, hour, minute, second] = rest.match(/\d\d/g) ?? [];
  const at = new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`);
  if (Number.isNaN(at.getTime())) throw new DerError('A time is invalid.');
  return at;
}

/** Bytes as lowercase hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
