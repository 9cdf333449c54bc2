import { chainOf } from '../../../../src/contract/rules/signing/signatories/auth-rep.ts';
import { capacitySentence, chains } from '../../../../src/contract/rules/signing/signatories/capacity.ts';
import type { DealRead } from '../../../store/deals/deal-write.ts';
import { readCapacities } from '../../signing/capacities.ts';

/** Reads the deal's signatories once. Returns a function that describes the capacity in which an assignment is signed. */
export async function openCapacitySentences({
  tx,
  deal,
}: {
  tx: DealRead['tx'];
  deal: { uuid: string };
}): Promise<(assignment: { signatory: string; auth_rep: string | null }) => string> {
  const capacities = await readCapacities({ tx, deal });
  return ({ signatory, auth_rep }) => {
    const chain =
      auth_rep === null ? chains(capacities, signatory)[0] : chainOf(capacities, signatory, auth_rep);
    return capacitySentence(capacities, signatory, chain ?? []);
  };
}
