interface Item {
  readonly is_deed: boolean;
  readonly for_signing: boolean;
}

interface Deal {
  readonly is_deed_transaction: boolean;
}

/**
 * Returns whether the signatures of a document make it a deed: it is marked as one, or it is marked for signing in a
 * transaction whose documents are deeds.
 */
export function isDeed(item: Item, deal: Deal): boolean {
  return item.is_deed || (deal.is_deed_transaction && item.for_signing);
}

/** Returns whether a signature has to be witnessed. */
export function needsWitness(
  assignment: { readonly requires_witness: boolean },
  item: Item,
  deal: Deal,
): boolean {
  return assignment.requires_witness || isDeed(item, deal);
}

/**
 * Returns whether the signed page has to come back together with the whole document: always for a deed and, in an
 * organization with `mercury_signings`, for everything that is signed in front of a witness.
 */
export function needsWholeDocument(
  document: { readonly isDeed: boolean; readonly isWitnessed: boolean },
  organization: { readonly mercury_signings: boolean },
): boolean {
  return document.isDeed || (document.isWitnessed && organization.mercury_signings);
}
