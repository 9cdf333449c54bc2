import type { Capacities, Party } from './capacity.ts';

/**
 * Returns the person who signs for a signatory: themself, or the end of the chain that begins with the relation. Where the chain
 * branches, it goes on with the first representative. Null if it leads to nobody.
 * @param authRep the uuid of the relation; null = the first one
 */
export function signerOf(capacities: Capacities, signatory: string, authRep: string | null): Party | null {
  const passed = new Set<string>();
  let party = capacities.party(signatory);
  let relation = capacities
    .representatives(signatory)
    .find(({ uuid }) => authRep === null || uuid === authRep);
  while (party?.isOrg === true) {
    if (!relation || passed.has(party.uuid)) return null;
    passed.add(party.uuid);
    party = capacities.party(relation.signatory);
    [relation] = capacities.representatives(relation.signatory);
  }
  return party ?? null;
}
