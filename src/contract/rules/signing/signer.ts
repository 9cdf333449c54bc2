import { chainOf } from './auth-rep.ts';
import { chains, type Capacities, type Party } from './capacity.ts';

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
