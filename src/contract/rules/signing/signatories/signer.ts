import { chainOf } from './auth-rep.ts';
import { capacitySentence, chains, type Capacities, type Party, type Relation } from './capacity.ts';

/**
 * Returns the person who signs for a signatory: themselves, or the end of the chain that the `auth_rep` identifies.
 * Null if it leads to nobody.
 * @param authRep the uuid of a relation; null = the first chain
 */
export function signerOf(capacities: Capacities, signatory: string, authRep: string | null): Party | null {
  const chain = authRep === null ? chains(capacities, signatory)[0] : chainOf(capacities, signatory, authRep);
  if (!chain) return null;
  return capacities.party(chain.at(-1)?.signatory ?? signatory) ?? null;
}

/** Returns who signs at the end of a chain, as in "by Jane Doe, President". Empty for a person, who signs for themselves. */
export function signerPhrase(capacities: Capacities, chain: readonly Relation[]): string {
  const last = chain.at(-1);
  if (!last) return '';
  const entity = capacities.party(last.entity)?.name ?? '';
  return capacitySentence(capacities, last.entity, [last]).slice(entity.length + 1);
}
