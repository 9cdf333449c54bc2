import type { Attempt } from './shared-delay.ts';

const MINUTE = 60_000;

/** Messages to support from one address. */
const CONTACTS = { free: 5, first: MINUTE, most: 30 * MINUTE, forgetAfter: 120 * MINUTE };
/** Test-drive accounts per address. Each creates a deal whose files are converted. */
const TESTDRIVES = { free: 5, first: MINUTE, most: 30 * MINUTE, forgetAfter: 120 * MINUTE };

export function contactFrom(address: string): Attempt {
  return { name: 'contact', key: address, rule: CONTACTS };
}

export function testdriveFrom(address: string): Attempt {
  return { name: 'testdrive', key: address, rule: TESTDRIVES };
}
