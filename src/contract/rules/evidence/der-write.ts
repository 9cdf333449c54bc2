/** Bytes as `crypto.subtle` takes them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The tags of ASN.1 (X.680, 8.4) that evidence uses. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  nothing: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Joins pieces of bytes. */
export function concat(pieces: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Writes one value in DER: tag, shortest length, content (X.690, 8.1 and 10.1). */
export function value(tag: number, ...content: readonly Uint8Array[]): Bytes {
  const size = content.reduce((sum, piece) => sum + piece.length, 0);
  return concat([Uint8Array.of(tag, ...lengthOf(size)), ...content]);
}

export function sequence(...content: readonly Uint8Array[]): Bytes {
  return value(TAG.sequence, ...content);
}

/** A SET OF, whose values DER puts in the order of their bytes (X.690, 11.6). */
export function setOf(...values: readonly Uint8Array[]): Bytes {
  return value(TAG.set, ...values.toSorted(compareBytes));
}

/** `[number]` around values, or around the content of a SEQUENCE or SET instead of its own tag. */
export function context(number: number, ...content: readonly Uint8Array[]): Bytes {
  return value(0xa0 | number, ...content);
}

/** @param dotted such as `1.2.840.113549.1.7.2` (X.690, 8.19) */
export function oid(dotted: string): Bytes {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return value(TAG.oid, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** A non-negative integer: a small number, or the bytes of a large one. */
export function integer(of: number | Uint8Array): Bytes {
  const bytes = typeof of === 'number' ? bytesOf(of) : trimZeros(of);
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return value(TAG.integer, Uint8Array.from(isNegative ? [0, ...bytes] : bytes));
}

export function octets(bytes: Uint8Array): Bytes {
  return value(TAG.octets, bytes);
}

/** A BIT STRING of whole bytes. */
export function bits(bytes: Uint8Array): Bytes {
  return value(TAG.bits, Uint8Array.of(0), bytes);
}

export function utf8(text: string): Bytes {
  return value(TAG.utf8, new TextEncoder().encode(text));
}

export const nothing: Bytes = value(TAG.nothing);
export const yes: Bytes = value(TAG.boolean, Uint8Array.of(0xff));

/** A time in whole seconds: UTCTime up to 2049, GeneralizedTime from 2050 on (RFC 5280, 4.1.2.5). */
export function time(at: Date): Bytes {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return at.getUTCFullYear() < 2050
    ? value(TAG.utcTime, new TextEncoder().encode(digits.slice(2)))
    : value(TAG.generalizedTime, new TextEncoder().encode(digits));
}

function lengthOf(size: number): number[] {
  if (size < 0x80) return [size];
  const bytes = bytesOf(size);
  return [0x80 | bytes.length, ...bytes];
}

function bytesOf(number: number): number[] {
  const low = number & 0xff;
  return number > 0xff ? [...bytesOf(Math.floor(number / 0x100)), low] : [low];
}

function base128(arc: number): number[] {
  const groups = [arc & 0x7f];
  for (let rest = Math.floor(arc / 0x80); rest > 0; rest = Math.floor(rest / 0x80))
    groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}

function trimZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? Uint8Array.of(0) : bytes.subarray(first);
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at === -1 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
}
