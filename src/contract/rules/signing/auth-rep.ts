import { chains, type Capacities, type Relation } from './capacity.ts';

/**
 * Returns what names a chain in an `auth_rep`: its last relation, the one in which a person signs. Null for a person, who signs for
 * themself.
 */
export function authRepOf(chain: readonly Relation[]): string | null {
  return chain.at(-1)?.uuid ?? null;
}

/**
 * Returns the chain that an `auth_rep` names: the one that ends in that relation, else the first that leads through it. Null if the
 * signatory can't sign that way, or not anymore.
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
