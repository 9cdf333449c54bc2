import { authRepOf } from '../../../../contract/rules/signing/signatories/auth-rep.ts';
import {
  capacitiesOf,
  capacitySentence,
  chains,
} from '../../../../contract/rules/signing/signatories/capacity.ts';
import { signerPhrase } from '../../../../contract/rules/signing/signatories/signer.ts';
import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import type { MatrixRows } from '../../../../db/queries/signing/assignments/matrix-rows.ts';

/** One way in which a signatory can sign. */
export interface ColumnCapacity {
  authRep: string | null;
  /** The person who signs, with their title: "by Jane Doe, President". Empty for a person who signs for themselves. */
  signer: string;
  /** The whole chain of relations as a sentence. */
  sentence: string;
}

/** A signatory of the matrix. */
export interface MatrixColumn {
  uuid: string;
  name: string;
  isOrg: boolean;
  /** The capacities in order. Empty if nobody can sign for the entity yet. */
  capacities: readonly ColumnCapacity[];
  /** Whether the signatory only represents others. */
  representsOnly: boolean;
}

/** Returns the deal's signatories, in order. */
export function columnsOf({
  signatories,
  representatives,
}: Pick<MatrixRows, 'signatories' | 'representatives'>): MatrixColumn[] {
  const rows = [...signatories.values()].toSorted(byOrder);
  const parties = rows.map(({ uuid, fullName, isOrg }) => ({ uuid, name: fullName, isOrg }));
  const capacities = capacitiesOf(parties, representatives.values());
  return parties.map(({ uuid, name, isOrg }) => ({
    uuid,
    name,
    isOrg,
    capacities: chains(capacities, uuid).map((chain) => ({
      authRep: authRepOf(chain),
      signer: signerPhrase(capacities, chain),
      sentence: capacitySentence(capacities, uuid, chain),
    })),
    representsOnly: capacities.represents(uuid).length > 0,
  }));
}

/** A signing group that documents can be assigned to. */
export interface AssignableGroup {
  uuid: string;
  name: string;
  members: number;
}

/** Returns the deal's signing groups, sorted by name. */
export function assignableGroups({
  signingGroups,
  signingGroupMembers,
}: Pick<MatrixRows, 'signingGroups' | 'signingGroupMembers'>): AssignableGroup[] {
  const members = Map.groupBy(signingGroupMembers.values(), ({ group }) => group);
  return Array.from(signingGroups.values(), ({ uuid, name }) => ({
    uuid,
    name,
    members: members.get(uuid)?.length ?? 0,
  })).toSorted((one, other) => one.name.localeCompare(other.name));
}
