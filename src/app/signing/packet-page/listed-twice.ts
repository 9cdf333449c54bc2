import { samePeople } from '../../../contract/rules/signing/signatories/near-duplicates.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';

type Signatory = Pick<ShownPacket['signatory'], 'uuid' | 'fullName' | 'email'>;

/**
 * Returns the signatories of these packets who share an address and seem to be the same person, grouped by person: each of these signatories
 * gets a link of their own (docs/product/signatories.md, "Duplicates").
 */
export function listedTwice(packets: readonly { readonly signatory: Signatory }[]): Signatory[][] {
  const all = new Map(packets.map(({ signatory }) => [signatory.uuid, signatory]));
  return samePeople([...all.values()].filter(({ email }) => email !== ''));
}
