import type { Attempt } from './shared-delay.ts';

const SECOND = 1000;
const MINUTE = 60_000;

/** Calls with one link: a person signs at most one page per second. */
const CALLS = { free: 600, first: SECOND, most: MINUTE, forgetAfter: 10 * MINUTE };
/** Unknown links tried from one address. */
const UNKNOWN = { free: 20, first: MINUTE, most: 30 * MINUTE, forgetAfter: 120 * MINUTE };

/** Wrong access codes for one packet, and from one address. */
const CODE = { free: 5, first: MINUTE, most: 60 * MINUTE, forgetAfter: 24 * 60 * MINUTE };
const CODES = { free: 30, first: MINUTE, most: 60 * MINUTE, forgetAfter: 24 * 60 * MINUTE };

export function codeOf(packet: string): Attempt {
  return { name: 'access-code', key: packet, rule: CODE };
}

export function codeFrom(address: string): Attempt {
  return { name: 'access-code-from', key: address, rule: CODES };
}

/** Limits on codes for new devices: by packet, and by network address, which a whole firm may share. */
const DEVICE_CODE = { free: 3, first: MINUTE, most: 30 * MINUTE, forgetAfter: 120 * MINUTE };
const DEVICE_CODES = { free: 100, first: MINUTE, most: 15 * MINUTE, forgetAfter: 60 * MINUTE };

export function deviceCodeFor(packet: string): Attempt {
  return { name: 'device-code', key: packet, rule: DEVICE_CODE };
}

export function deviceCodeFrom(address: string): Attempt {
  return { name: 'device-code-from', key: address, rule: DEVICE_CODES };
}

/** @param link the hash of its secret */
export function signingBy(link: string): Attempt {
  return { name: 'signing', key: link, rule: CALLS };
}

export function unknownLinkFrom(address: string): Attempt {
  return { name: 'unknown-link', key: address, rule: UNKNOWN };
}
