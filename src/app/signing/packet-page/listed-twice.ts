import { nearDuplicates } from '../../../contract/rules/signing/signatories/near-duplicates.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';

type Signatory = Pick<ShownPacket['signatory'], 'uuid' | 'fullName' | 'email'>;

/**
 * Returns the signatories of these packets who share an address and seem to be the same person, grouped by person: each of these signatories
 * gets a link of their own (docs/product/signatories.md, "Duplicates").
 */
export function listedTwice(packets: readonly { readonly signatory: Signatory }[]): Signatory[][] {
  const all = new Map(packets.map(({ signatory }) => [signatory.uuid, signatory]));
  const people = [...all.values()].filter(({ email }) => email !== '');
  const found = nearDuplicates(people.map(({ fullName: name, email }) => ({ name, email })));
  const first = new Map<number, number>();
  for (const { index, of, kind } of found) if (kind !== 'namesake') first.set(index, first.get(of) ?? of);
  const groups = Map.groupBy(people, (_, at) => first.get(at) ?? at);
  return [...groups.values()].filter(({ length }) => length > 1);
}
