import { needsWitness } from './deed.ts';

/** The formalities that the signing room can't handle. */
export const FORMALITIES = ['witness', 'notary', 'original'] as const;
export type Formality = (typeof FORMALITIES)[number];

interface Signature {
  readonly requires_witness: boolean;
  readonly requires_notary: boolean;
  /** Whether its page is a page of the document's file. Generated pages have a place for a witness. */
  readonly isOnFile: boolean;
}

interface Item {
  readonly is_deed: boolean;
  readonly for_signing: boolean;
  readonly requires_original_signatures: boolean;
}

/** Returns the formalities that a signature needs and the signing room can't handle. */
export function formalitiesOf(
  signature: Signature,
  item: Item,
  deal: { readonly is_deed_transaction: boolean },
): Formality[] {
  const needs: Record<Formality, boolean> = {
    witness: signature.isOnFile && needsWitness(signature, item, deal),
    notary: signature.requires_notary,
    original: item.requires_original_signatures,
  };
  return FORMALITIES.filter((each) => needs[each]);
}

/**
 * Splits what a person signs into what they can sign in the room and what they can only sign on paper, so that a deed doesn't
 * keep the rest from being sent. Everything that they sign in one document stays together.
 */
export function splitOffPaper<Signed extends { readonly item: string }>(
  ofPerson: readonly Signed[],
  needsOf: (signed: Signed) => readonly Formality[],
): { assignments: Signed[]; needsPaper: boolean }[] {
  const onPaper = new Set(ofPerson.filter((each) => needsOf(each).length > 0).map(({ item }) => item));
  const byPlace = Map.groupBy(ofPerson, ({ item }) => onPaper.has(item));
  return [...byPlace].map(([needsPaper, assignments]) => ({ assignments, needsPaper }));
}
