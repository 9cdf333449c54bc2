import type { Attempt } from './shared-delay.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Calls with one link. A person signs at most one page per second. */
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

/** Requests for codes by device, so that no device uses up another one's limit. */
const DEVICE_CODE = { free: 3, first: MINUTE, most: 30 * MINUTE, forgetAfter: 120 * MINUTE };
/**
 * Requests for codes by packet and network address, because anyone can invent devices, and by packet, because its signatory
 * gets an email for each code.
 */
const NEARBY_CODES = { free: 9, first: MINUTE, most: 30 * MINUTE, forgetAfter: 120 * MINUTE };
const PACKET_CODES = { free: 30, first: 10 * MINUTE, most: HOUR, forgetAfter: DAY };
/** Requests for codes by network address, which a whole firm may share. */
const DEVICE_CODES = { free: 100, first: MINUTE, most: 15 * MINUTE, forgetAfter: 60 * MINUTE };

export function deviceCodeRequests({
  packet,
  device,
  address,
}: Readonly<Record<'packet' | 'device' | 'address', string>>): Attempt[] {
  return [
    { name: 'device-code', key: `${packet} ${device}`, rule: DEVICE_CODE },
    { name: 'device-code-near', key: `${packet} ${address}`, rule: NEARBY_CODES },
    { name: 'device-code-for', key: packet, rule: PACKET_CODES },
    { name: 'device-code-from', key: address, rule: DEVICE_CODES },
  ];
}

/**
 * Wrong codes for one person's new devices, with any of their links and from any network address. Over months, each code is
 * another chance to guess. After these, about two tries a day are left.
 */
const GUESSES = { free: 20, first: 15 * MINUTE, most: 12 * HOUR, forgetAfter: 15 * DAY };
/** The team is notified of wrong codes at most once a day. */
const GUESS_REPORTS = { free: 1, first: DAY, most: DAY, forgetAfter: DAY };

interface Person {
  readonly signatory: string;
  readonly sent_to: string | null;
}

export function guessesFor(person: Person): Attempt {
  return { name: 'device-guesses', key: keyOfPerson(person), rule: GUESSES };
}

export function guessReportsFor(person: Person): Attempt {
  return { name: 'device-guess-reports', key: keyOfPerson(person), rule: GUESS_REPORTS };
}

/** Returns whether the guesses for both count together. */
export function isSamePerson(one: Person, other: Person): boolean {
  return keyOfPerson(one) === keyOfPerson(other);
}

function keyOfPerson({ signatory, sent_to: address }: Person): string {
  return `${signatory} ${(address ?? '').toLowerCase()}`;
}

/** Visits to DocuSign for one packet. Each one uses a call of the account's hourly limit. */
const VIEWS = { free: 10, first: MINUTE, most: 15 * MINUTE, forgetAfter: HOUR };

export function viewsOf(packet: string): Attempt {
  return { name: 'recipient-view', key: packet, rule: VIEWS };
}

/** Files that are sent back with the links of one packet. */
const UPLOADS = { free: 60, first: 10 * SECOND, most: 15 * MINUTE, forgetAfter: HOUR };

export function uploadsOf(packet: string): Attempt {
  return { name: 'room-upload', key: packet, rule: UPLOADS };
}

/** @param link the hash of its secret */
export function signingBy(link: string): Attempt {
  return { name: 'signing', key: link, rule: CALLS };
}

export function unknownLinkFrom(address: string): Attempt {
  return { name: 'unknown-link', key: address, rule: UNKNOWN };
}
