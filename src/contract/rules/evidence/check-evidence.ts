import type { Evidence, EvidenceEvent } from '../../entities/closing/evidence.ts';
import { fieldList } from './event-details.ts';
import { evidenceHash } from './evidence-hash.ts';
import { GENESIS, hashedText } from './hash-chain.ts';

/** A page of a packet: its content as painted, and its hash. */
export interface EvidencePage {
  readonly number: number;
  readonly uuid: string;
  readonly sha256: string;
  readonly sheet: unknown;
}

/** The evidence of a packet, as it is stored. */
export interface StoredEvidence {
  readonly events: readonly EvidenceEvent[];
  readonly pages: readonly EvidencePage[];
  /** From the sealed PDF; null if the packet isn't sealed. */
  readonly sealed: Evidence | null;
}

/** What is wrong with a row, by its number. */
type Faults = Map<number, string>;

/**
 * Recomputes the evidence of a packet. Returns what is wrong with it in sentences, each naming a row or a page. Without the
 * sealed copy, it can't detect rows that were replaced together with all later ones, or dropped at the end.
 */
export async function checkEvidence({ events, pages, sealed }: StoredEvidence): Promise<string[]> {
  const faults = await checkChain(events);
  if (sealed) {
    const own = await checkChain(sealed.events);
    const last = sealed.events.at(-1);
    if (
      own.size > 0 ||
      sealed.head.count !== sealed.events.length ||
      sealed.head.hash !== (last?.hash ?? GENESIS)
    )
      return ['The record in the sealed PDF contradicts itself.'];
    compareWithSealed(events, sealed.events, faults);
  }
  const inOrder = [...faults].toSorted(([one], [other]) => one - other);
  return [...inOrder.map(([, fault]) => fault), ...(await checkPages(sealed?.events ?? events, pages))];
}

/** Checks that each row has the hash that it states, and that it names the previous row's hash. */
async function checkChain(events: readonly EvidenceEvent[]): Promise<Faults> {
  const faults: Faults = new Map();
  let last = { seq: 0, hash: GENESIS };
  for (const event of events.toSorted((one, other) => one.seq - other.seq)) {
    const { hash, ...hashed } = event;
    for (let seq = last.seq + 1; seq < event.seq; seq += 1) faults.set(seq, dropped(seq));
    if ((await evidenceHash(hashed)) !== hash) faults.set(event.seq, altered(event));
    else if (event.seq === last.seq + 1 && event.previous_hash !== last.hash)
      faults.set(
        event.seq,
        `Row ${event.seq} (${event.kind}) doesn’t follow row ${last.seq}: one of them was replaced.`,
      );
    last = { seq: event.seq, hash };
  }
  return faults;
}

/** Compares rows with those in the sealed PDF, which nobody can have altered. */
function compareWithSealed(
  events: readonly EvidenceEvent[],
  sealed: readonly EvidenceEvent[],
  faults: Faults,
): void {
  const stored = new Map(events.map((event) => [event.seq, event]));
  const rowOf = new Map(sealed.map((event) => [contentOf(event), event.seq]));
  for (const original of sealed) {
    const { seq } = original;
    const found = stored.get(seq);
    if (!found) faults.set(seq, dropped(seq));
    else if (hashedText(found) === hashedText(original)) faults.delete(seq);
    // A row that only follows an altered one is itself unchanged.
    else if (contentOf(found) !== contentOf(original)) {
      const from = rowOf.get(contentOf(found));
      const isElsewhere = from !== undefined && from !== seq;
      faults.set(
        seq,
        isElsewhere ? `Row ${seq} was swapped: it has the content of row ${from}.` : altered(original),
      );
    }
  }
}

/** Checks that the pages show what was sent, and that the signatures are on these pages. */
async function checkPages(
  events: readonly EvidenceEvent[],
  pages: readonly EvidencePage[],
): Promise<string[]> {
  const sent = fieldList(events.find(({ kind }) => kind === 'sent')?.details['pages']);
  const hashOf = new Map(sent.map((page) => [page['uuid'], page['sha256']]));
  const faults: string[] = [];
  for (const { number, uuid, sha256, sheet } of pages) {
    const original = hashOf.get(uuid);
    // Packets that were sent by an earlier version don't list their pages.
    if (hashOf.size === 0) continue;
    if (original === undefined) faults.push(`Page ${number} was added after the packet was sent.`);
    else if (original !== sha256 || (await evidenceHash(sheet)) !== original)
      faults.push(`Page ${number} was altered: it isn’t what was sent.`);
    hashOf.delete(uuid);
  }
  const number = new Map(sent.map((page) => [page['uuid'], String(page['number'])]));
  if (sent.length > 0) for (const uuid of hashOf.keys()) faults.push(`Page ${number.get(uuid)} was dropped.`);
  if (sent.length === 0) return faults;
  const wasSent = (page: unknown, sha256: unknown) =>
    sent.some((original) => original['uuid'] === page && original['sha256'] === sha256);
  for (const { seq, kind, details } of events) {
    if (
      kind === 'viewed' &&
      !fieldList(details['pages']).every((page) => wasSent(page['uuid'], page['sha256']))
    )
      faults.push(`Row ${seq} (viewed) records a page that wasn’t sent.`);
    if (kind !== 'signed') continue;
    for (const { page, sha256 } of fieldList(details['signatures']))
      if (!wasSent(page, sha256)) faults.push(`Row ${seq} records a signature on a page that wasn’t sent.`);
  }
  return faults;
}

/** Everything in a row except its place in the chain and its hashes. */
function contentOf({ seq: _, previous_hash: __, hash: ___, ...content }: EvidenceEvent): string {
  return hashedText(content);
}

function altered({ seq, kind }: EvidenceEvent): string {
  return `Row ${seq} (${kind}) was altered.`;
}

function dropped(seq: number): string {
  return `Row ${seq} was dropped.`;
}
