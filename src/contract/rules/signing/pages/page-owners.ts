import { signaturesOf, type PageOutcome } from './scanned-page.ts';

/*
 * Who accepts or rejects signatures, and who sees a returned page before its release (docs/product/returned-pages.md, "Who sees them").
 */

/** A live packet, and the organization that sent it or, if it wasn't emailed, the one that made it. */
export interface OwnedPacket {
  readonly status: string;
  readonly assignments: readonly string[];
  readonly owner: string | null;
}

/** Statuses of packets whose pages still count. */
export const LIVE_PACKETS = ['ready', 'sent', 'viewed', 'partially_signed', 'completed'] as const;

/** Returns the packets that decide whose a signature is. A finished one counts unless a newer one is out. */
export function packetsOfSignature<Packet extends OwnedPacket>(
  packets: readonly Packet[],
  assignment: string,
): Packet[] {
  const all = packets.filter(({ assignments }) => assignments.includes(assignment));
  const open = all.filter(({ status }) => status !== 'completed');
  return open.length > 0 ? open : all;
}

/** Returns whether each of these signatures is in packets that belong to the organization. */
export function ownsPacketsOf(
  packets: readonly OwnedPacket[],
  assignments: readonly string[],
  organization: string,
): boolean {
  const isOwn = (assignment: string) => {
    const found = packetsOfSignature(packets, assignment);
    return found.length > 0 && found.every(({ owner }) => owner === organization);
  };
  return assignments.length > 0 && assignments.every(isOwn);
}

/** Somebody who works on a deal, or used to. */
export interface DealPerson {
  readonly organization: string | null;
  readonly deleted: boolean;
  /** The organization of the person who added or removed them; null if it isn't known. */
  readonly modifiedFor: string | null;
}

/**
 * Returns the organization that owns what another one holds in a deal. If all of its people have left on their own, or were
 * removed by each other, that is the one that leads the deal, so that it can finish the closing. An organization that was
 * removed has no successor: otherwise, somebody could remove a firm to see the pages that it holds in escrow. Nor has an
 * organization whose people are unknown, because it can't be said that they left.
 */
export function successorOf(organization: string, lead: string, people: readonly DealPerson[]): string {
  const own = people.filter((each) => each.organization === organization);
  const hasLeft =
    own.length > 0 && own.every(({ deleted, modifiedFor }) => deleted && modifiedFor === organization);
  return hasLeft ? lead : organization;
}

/** What decides about a returned page. */
export interface CollectedPage {
  readonly outcome: PageOutcome | null;
  readonly assignments: readonly string[];
  readonly candidates: readonly string[];
  /** The organization that uploaded it. */
  readonly collectedFor: string;
}

/** Returns the signatures that a page goes with or, if it waits for the organization of another packet, may be for. */
export function namedOnPage(page: CollectedPage): readonly string[] {
  return page.outcome === 'other_packet' ? page.candidates : signaturesOf(page);
}

/** Returns whether an organization sees a page that isn't released: it uploaded the page, or the page is from its own packets. */
export function seesHeldPage(
  page: CollectedPage,
  packets: readonly OwnedPacket[],
  organization: string,
): boolean {
  return page.collectedFor === organization || ownsPacketsOf(packets, namedOnPage(page), organization);
}

/** Returns whether an organization can match an unmatched page. The one that leads the deal always can. */
export function matchesPage(
  page: CollectedPage,
  packets: readonly OwnedPacket[],
  { organization, leads }: { organization: string; leads: boolean },
): boolean {
  return leads || seesHeldPage(page, packets, organization);
}

/**
 * Returns whether an organization accepts or rejects the signatures on a page: nobody accepts what they can't see. One that doesn't lead the
 * deal decides only about pages that it uploaded, and only if no packet of another organization has one of their signatures.
 */
export function decidesAboutPage(
  page: CollectedPage,
  packets: readonly OwnedPacket[],
  { organization, leads }: { organization: string; leads: boolean },
): boolean {
  if (leads) return seesHeldPage(page, packets, organization);
  return (
    page.collectedFor === organization &&
    page.assignments.every((each) =>
      packetsOfSignature(packets, each).every(({ owner }) => owner === organization),
    )
  );
}

/**
 * Returns whether an organization decides about a packet and the signatures that were given electronically in it: it sent the packet, or
 * it leads the deal. If there are several packets, it must have sent all of them. Signatures without one are for the lead.
 * @param senders null = nobody sent the packet
 */
export function decidesAboutPackets(
  senders: readonly (string | null)[],
  { organization, leads }: { organization: string; leads: boolean },
): boolean {
  return leads || (senders.length > 0 && senders.every((sender) => sender === organization));
}
