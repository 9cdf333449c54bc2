import { signaturesOf, type PageOutcome } from './scanned-page.ts';

/*
 * Decides who accepts or rejects signatures, and who sees a returned page before its release (docs/product/returned-pages.md,
 * "Who sees them").
 */

/** A live packet, and the organization that sent it or, if it wasn't emailed, the one that created it. */
export interface OwnedPacket {
  readonly status: string;
  readonly assignments: readonly string[];
  readonly owner: string | null;
}

/** Statuses of packets whose pages still count. */
export const LIVE_PACKETS = ['ready', 'sent', 'viewed', 'partially_signed', 'completed'] as const;

/**
 * Returns the packets that decide which organization a signature belongs to. A finished one counts unless a newer one is out.
 */
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
  /** The organization of the person who added or removed them; null if unknown. */
  readonly modifiedFor: string | null;
}

/**
 * Returns the organization that owns what another one holds in a deal. If all of its people left on their own, or were
 * removed by each other, the owner is the organization that leads the deal, so that it can finish the closing. An
 * organization that was removed has no successor: otherwise, somebody could remove a firm to see the pages that it holds in
 * escrow. An organization whose people are unknown has none either, because nobody can tell whether they left.
 */
export function successorOf(organization: string, lead: string, people: readonly DealPerson[]): string {
  const own = people.filter((each) => each.organization === organization);
  const hasLeft =
    own.length > 0 && own.every(({ deleted, modifiedFor }) => deleted && modifiedFor === organization);
  return hasLeft ? lead : organization;
}

/** The facts that decide who may act on a returned page. */
export interface CollectedPage {
  readonly outcome: PageOutcome | null;
  readonly assignments: readonly string[];
  readonly candidates: readonly string[];
  /** The organization that uploaded it. */
  readonly collectedFor: string;
}

/**
 * Returns the signatures that a page goes with. If it waits for the organization of another packet, returns those that it may
 * be for.
 */
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

/** Returns whether an organization can match an unmatched page. The leading organization always can. */
export function matchesPage(
  page: CollectedPage,
  packets: readonly OwnedPacket[],
  { organization, leads }: { organization: string; leads: boolean },
): boolean {
  return leads || seesHeldPage(page, packets, organization);
}

/**
 * Returns whether an organization accepts or rejects the signatures on a page, which it must be able to see. An organization
 * that doesn't lead the deal decides only about pages that it uploaded, and only if none of their signatures is in another
 * organization's packet.
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
 * Returns whether an organization decides about a packet and the signatures that were given electronically in it: it sent the
 * packet, or it leads the deal. If there are several packets, it must have sent all of them. The leading organization decides
 * about signatures without a packet.
 * @param senders null = nobody sent the packet
 */
export function decidesAboutPackets(
  senders: readonly (string | null)[],
  { organization, leads }: { organization: string; leads: boolean },
): boolean {
  return leads || (senders.length > 0 && senders.every((sender) => sender === organization));
}
