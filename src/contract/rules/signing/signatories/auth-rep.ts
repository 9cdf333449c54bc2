import { chains, type Capacities, type Relation } from './capacity.ts';

/**
 * Returns the value that identifies a chain in `auth_rep`: its last relation, the one that leads to a person. Null
 * for a person, who signs for themselves.
 */
export function authRepOf(chain: readonly Relation[]): string | null {
  return chain.at(-1)?.uuid ?? null;
}

/**
 * Returns the chain that an `auth_rep` identifies: the one that ends in that relation, or else the first that leads
 * through it. Null if the signatory can't sign that way, or can't anymore.
 */
export function chainOf(
  capacities: Capacities,
  signatory: string,
  authRep: string | null,
): readonly Relation[] | null {
  const ways = chains(capacities, signatory);
  if (authRep === null) return ways.find((way) => way.length === 0) ?? null;
  return (
    ways.find((way) => authRepOf(way) === authRep) ??
    ways.find((way) => way.some(({ uuid }) => uuid === authRep)) ??
    null
  );
}

/** The person who signs, and their capacity. */
export interface Signing {
  signatory: string;
  authRep: string | null;
}

/**
 * Returns the chain from a page's signatory to the person who signs. If no capacity was chosen, the page names the first.
 */
export function chainOnPage(capacities: Capacities, { signatory, authRep }: Signing): readonly Relation[] {
  if (authRep === null) return chains(capacities, signatory)[0] ?? [];
  return chainOf(capacities, signatory, authRep) ?? [];
}

/**
 * Returns the ids of everyone and everything that a signature is given through: the page's signatory, and each relation
 * and representative from there to the person who signs.
 */
export function givenThrough(capacities: Capacities, { signatory, authRep }: Signing): string[] {
  return [
    signatory,
    // The relation counts even if the signatory can't sign that way anymore.
    ...(authRep === null ? [] : [authRep]),
    ...chainOnPage(capacities, { signatory, authRep }).flatMap((relation) => [
      relation.uuid,
      relation.signatory,
    ]),
  ];
}

/** Returns whether a signature is given through a relation, anywhere in the chain. */
export function isSignedThrough(capacities: Capacities, row: Signing, relation: string): boolean {
  return givenThrough(capacities, row).includes(relation);
}
