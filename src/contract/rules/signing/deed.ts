/**
 * Returns whether the signatures of a document make a deed: it is marked as one, or it is to be signed in a transaction whose documents are
 * deeds.
 */
export function isDeed(
  item: { is_deed: boolean; for_signing: boolean },
  deal: { is_deed_transaction: boolean },
): boolean {
  return item.is_deed || (deal.is_deed_transaction && item.for_signing);
}
