import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { hashedText } from '../../../../src/contract/rules/evidence/hash-chain.ts';
import type { TabValues } from '../../../../src/contract/rules/signing/fields/fill-tabs.ts';
import { signingDay } from '../../../../src/contract/rules/signing/packets/signing-time.ts';
import type { Tables } from '../../tables.ts';
import type { Adopted } from './packet-tables.ts';

/** The entries on a page of a packet, and the day that is printed as the date of signing. */
interface PageEntries {
  readonly values: TabValues;
  readonly day: string;
  /** Who witnessed it, with their signature. */
  readonly witness?: Witness;
}

/** Who witnessed the signatures of a page. */
export interface Witness {
  readonly name: string;
  readonly address: string;
  readonly occupation: string;
  readonly adopted: Adopted;
}

/**
 * Returns whether a completed packet was signed electronically, here or at DocuSign, and not on paper. A signature that was
 * chosen here may not be drawn yet. One from DocuSign came with its file.
 */
export function isSignedOnline({
  adopted,
  signed_file_key,
}: {
  adopted: unknown;
  signed_file_key: string | null;
}): boolean {
  return adopted !== null || signed_file_key !== null;
}

/** Returns a hash that is unique to each signature that can be chosen. */
export function hashOfAdopted(adopted: Adopted): string {
  return createHash('sha256')
    .update(hashedText({ initials: null, ...adopted }))
    .digest('hex');
}

/** Returns the hash of what was signed: the page as it was shown and any entries on it. */
export function hashOfSignedPage(sha256: string, values: TabValues): string {
  const entries = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return sha256;
  return createHash('sha256')
    .update(JSON.stringify([sha256, entries]))
    .digest('hex');
}

/** Returns the hash of what a witness saw: the signed page and the signature on it. */
export function hashOfWitnessed(covers: string, adopted: Adopted): string {
  return createHash('sha256')
    .update(JSON.stringify([covers, hashOfAdopted(adopted)]))
    .digest('hex');
}

/** Returns the entries on each signed page of a packet, by page. */
export async function readSignedPages(
  db: Kysely<Tables>,
  packet: string,
): Promise<ReadonlyMap<string, PageEntries>> {
  const rows = await db
    .selectFrom('signed_pages')
    .select(['page', 'tab_values', 'signed_at', 'utc_offset'])
    .where('packet', '=', packet)
    .execute();
  const witnesses = await db
    .selectFrom('packet_witnesses')
    .select(['page', 'name', 'address', 'occupation', 'adopted'])
    .where('packet', '=', packet)
    .execute();
  const witnessOf = new Map(witnesses.map(({ page, ...witness }) => [page, witness]));
  return new Map(
    rows.map(({ page, tab_values: values, signed_at, utc_offset }) => {
      const witness = witnessOf.get(page);
      return [page, { values, day: signingDay(signed_at, utc_offset), ...(witness && { witness }) }];
    }),
  );
}

/** Returns the assignments that were signed in a packet's room, without those that came back on paper first. */
export async function signedInRoom(db: Kysely<Tables>, packet: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('packet_signatures')
    .select('assignment')
    .where('packet', '=', packet)
    .execute();
  return new Set(rows.map(({ assignment }) => assignment));
}

/**
 * Returns a lookup of the entries on the pages of a finished packet.
 * @param finishedAt the date of pages that were signed before each page had its own date
 */
export async function readEntries(
  db: Kysely<Tables>,
  packet: string,
  finishedAt: Date,
): Promise<(page: string) => PageEntries> {
  const signed = await readSignedPages(db, packet);
  const unknown = { values: {}, day: signingDay(finishedAt, 0) };
  return (page) => signed.get(page) ?? unknown;
}
