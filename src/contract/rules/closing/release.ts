import {
  countsAsSignature,
  isExecuted,
  type AssignmentStatus,
} from '../signing/assignments/assignment-status.ts';

export const RELEASE_STATUSES = ['open', 'released', 'withdrawn'] as const;
export type ReleaseStatus = (typeof RELEASE_STATUSES)[number];

/** What a release needs to know about a signature. */
export interface Signature {
  uuid: string;
  item: string;
  page: string;
  signatory: string;
  authRep: string | null;
  status: AssignmentStatus;
  /** The organization that collected it; null if that is the one that leads the deal. */
  collectedBy: string | null;
}

/** What a release covers and what has been said about it. */
export interface ReleaseFacts {
  items: readonly string[];
  assignments: readonly string[];
  conditions: readonly { met: boolean }[];
  confirmations: readonly { user: string; organization: string }[];
  /** The signatures that the confirmations are for. */
  signatures: readonly string[];
}

/** The part of a deal that its releases depend on. */
export interface ReleasingDeal {
  organization: string;
  /** How many different people have to confirm. */
  confirmationsNeeded: number;
  /** The organizations of people who work on the deal and may edit it. The deal's own always counts. */
  present: ReadonlySet<string>;
}

export interface ReleaseReadiness<S extends Signature> {
  /** The signatures that it would release. */
  covered: S[];
  /** Those of them that aren't held yet. */
  outstanding: S[];
  conditionsOpen: number;
  /** The people whose confirmation is for exactly what it covers now. */
  confirmedBy: string[];
  confirmationsMissing: number;
  /**
   * Organizations that collected covered signatures and from which nobody has confirmed. The deal's own organization is
   * listed only once enough people have confirmed: until then, it is covered by the missing confirmations.
   */
  organizationsMissing: string[];
  /**
   * Organizations that collected covered signatures and have nobody left on the deal who could confirm. The release doesn't
   * wait for them.
   */
  organizationsGone: string[];
  mayBeConfirmed: boolean;
  mayBeReleased: boolean;
}

/**
 * Returns the signatures that a release covers and that aren't released yet. A release of signatures also covers the one that
 * replaced a rejected or canceled one: on the same page, by the same signatory in the same capacity. If nothing replaced it,
 * it stays covered, and nothing is released without it.
 */
export function coveredBy<S extends Signature>(
  { items, assignments }: Pick<ReleaseFacts, 'items' | 'assignments'>,
  all: readonly S[],
): S[] {
  const documents = new Set(items);
  const named = new Set(assignments);
  const places = new Set(all.filter(({ uuid }) => named.has(uuid)).map(placeOf));
  const taken = new Set(all.filter(({ status }) => countsAsSignature(status)).map(placeOf));
  return all.filter((each) => {
    if (!countsAsSignature(each.status)) return named.has(each.uuid) && !taken.has(placeOf(each));
    return each.status !== 'released' && (documents.has(each.item) || places.has(placeOf(each)));
  });
}

/** A missing signature that a release doesn't count: on a page that nobody signs, or in place of a rejected one. */
export interface MissingSignature {
  item: string;
  page: string;
  /** Null: nobody is assigned to the page. */
  signatory: string | null;
}

/** Returns the places on these signature pages that have no signature, outstanding or given. */
export function missingSignatures(
  pages: readonly { uuid: string; item: string }[],
  all: readonly Signature[],
): MissingSignature[] {
  const onPage = Map.groupBy(all, ({ page }) => page);
  return pages.flatMap(({ uuid: page, item }): MissingSignature[] => {
    const own = onPage.get(page) ?? [];
    const taken = new Set(own.filter(({ status }) => countsAsSignature(status)).map(placeOf));
    const rejected = own.filter((each) => each.status === 'rejected' && !taken.has(placeOf(each)));
    if (rejected.length > 0) {
      const signatories = [...new Set(rejected.map(({ signatory }) => signatory))];
      return signatories.map((signatory) => ({ item, page, signatory }));
    }
    return taken.size === 0 ? [{ item, page, signatory: null }] : [];
  });
}

/** Returns the readiness of a release, and what is missing (docs/product/releases.md). */
export function releaseReadiness<S extends Signature>(
  release: ReleaseFacts,
  all: readonly S[],
  deal: ReleasingDeal,
): ReleaseReadiness<S> {
  const covered = coveredBy(release, all);
  const outstanding = covered.filter(({ status }) => !isExecuted(status));
  const conditionsOpen = release.conditions.filter(({ met }) => !met).length;
  const confirmations = confirmsAll(release.signatures, covered) ? release.confirmations : [];
  const confirmedBy = [...new Set(confirmations.map(({ user }) => user))];
  const confirmationsMissing = Math.max(0, deal.confirmationsNeeded - confirmedBy.length);
  const firms = new Set(confirmations.map(({ organization }) => organization));
  const collectors = collectorsOf(covered, deal);
  const isHere = (firm: string) => firm === deal.organization || deal.present.has(firm);
  const organizationsMissing = collectors.filter(
    (each) => isHere(each) && !firms.has(each) && (confirmationsMissing === 0 || each !== deal.organization),
  );
  const mayBeConfirmed = covered.length > 0 && outstanding.length === 0 && conditionsOpen === 0;
  return {
    covered,
    outstanding,
    conditionsOpen,
    confirmedBy,
    confirmationsMissing,
    organizationsMissing,
    organizationsGone: collectors.filter((each) => !isHere(each)),
    mayBeConfirmed,
    mayBeReleased: mayBeConfirmed && confirmationsMissing === 0 && organizationsMissing.length === 0,
  };
}

/** Returns the organizations that collected at least one of these signatures. */
export function collectorsOf(
  signatures: readonly Signature[],
  deal: Pick<ReleasingDeal, 'organization'>,
): string[] {
  return [...new Set(signatures.map(({ collectedBy }) => collectedBy ?? deal.organization))];
}

/** Returns whether exactly these signatures were confirmed. */
function confirmsAll(confirmed: readonly string[], covered: readonly Signature[]): boolean {
  const known = new Set(confirmed);
  return known.size === covered.length && covered.every(({ uuid }) => known.has(uuid));
}

function placeOf({ page, signatory, authRep }: Signature): string {
  return `${page} ${signatory} ${authRep ?? ''}`;
}
