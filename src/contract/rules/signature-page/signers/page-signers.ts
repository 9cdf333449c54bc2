import { byOrder } from '../../checklist/order.ts';
import { countsAsSignature, type AssignmentStatus } from '../../signing/assignments/assignment-status.ts';
import { chainOf } from '../../signing/signatories/auth-rep.ts';
import { capacitiesOf, chains, type Capacities, type Relation } from '../../signing/signatories/capacity.ts';
import { lookUp } from '../design/placeholders.ts';
import { signersBySheet, type PageSigner, type SignerOverrides } from './page-signer.ts';

/** The fields of a signatory that signature pages print. */
export interface PrintedParty {
  readonly uuid: string;
  readonly name: string;
  readonly isOrg: boolean;
  readonly description: string;
  readonly email: string;
  readonly address: string;
  readonly overrides: SignerOverrides | null;
  readonly order: number;
}

export interface PageAssignment {
  readonly uuid: string;
  readonly signatory: string;
  /** Null = the first capacity. */
  readonly authRep: string | null;
  readonly status: AssignmentStatus;
  readonly header: string | null;
  readonly customText: string;
  /** The dynamic assignment that it follows. */
  readonly groupAssignment: string | null;
  /** Whether a witness signs below. */
  readonly needsWitness: boolean;
}

/** A deal's signatories, indexed once for all of its pages. */
export interface SigningFacts {
  readonly capacities: Capacities;
  readonly party: (uuid: string) => PrintedParty | undefined;
  /** The values of custom fields for a signatory, by key. A field without a value is left out. */
  readonly valuesOf: (signatory: string) => Readonly<Record<string, string>>;
  /** The caption of a group's signatures, by the dynamic assignment. */
  readonly groupCaption: (groupAssignment: string) => string | null;
}

interface SigningRows {
  readonly parties: readonly PrintedParty[];
  readonly relations: readonly Relation[];
  readonly values: readonly { signatory: string; customKey: string; value: string }[];
  readonly keys: readonly { uuid: string; key: string }[];
  /** An empty header = no caption; null = the group's name. */
  readonly groupAssignments: readonly { uuid: string; signingGroup: string; header: string | null }[];
  readonly groups: readonly { uuid: string; name: string }[];
}

export function signingFacts({
  parties,
  relations,
  values,
  keys,
  groupAssignments,
  groups,
}: SigningRows): SigningFacts {
  const byUuid = new Map(parties.map((party) => [party.uuid, party]));
  const keyOf = new Map(keys.map(({ uuid, key }) => [uuid, key]));
  const bySignatory = Map.groupBy(values, ({ signatory }) => signatory);
  const groupName = new Map(groups.map(({ uuid, name }) => [uuid, name]));
  const captions = new Map(
    groupAssignments.map(({ uuid, signingGroup, header }) => [uuid, header ?? groupName.get(signingGroup)]),
  );
  return {
    capacities: capacitiesOf(parties, relations),
    party: (uuid) => byUuid.get(uuid),
    valuesOf: (signatory) =>
      Object.fromEntries(
        (bySignatory.get(signatory) ?? []).flatMap(({ customKey, value }) => {
          const key = keyOf.get(customKey);
          return key === undefined ? [] : [[key, value]];
        }),
      ),
    groupCaption: (uuid) => captions.get(uuid) ?? null,
  };
}

/** What keeps a signature off its page, or needs attention before the page is sent. */
export type SignerWarning =
  /** Nobody can sign for the entity, or not in the chosen capacity. The signature is left out. */
  | {
      readonly kind: 'capacity_unclear';
      readonly assignment: string;
      readonly signatory: string;
      readonly name: string;
    }
  | {
      readonly kind: 'no_email';
      readonly assignment: string;
      readonly signatory: string;
      readonly name: string;
    };

/** Returns the people who sign a page, in the order of the deal's signatories. Void signatures are left out. */
export function pageSigners(
  assignments: readonly PageAssignment[],
  facts: SigningFacts,
): { signers: PageSigner[]; warnings: SignerWarning[] } {
  const signers: PageSigner[] = [];
  const warnings: SignerWarning[] = [];
  for (const { assignment, party } of inMatrixOrder(assignments, facts)) {
    const chain = chainFor(facts.capacities, assignment);
    const signer = chain && signerThrough(chain, assignment, party, facts);
    if (signer) signers.push(signer);
    const about = { assignment: assignment.uuid, signatory: party.uuid, name: party.name };
    if (!signer) warnings.push({ kind: 'capacity_unclear', ...about });
    else if (signer.human.email === null)
      warnings.push({ kind: 'no_email', ...about, signatory: signer.human.id, name: signer.human.name });
  }
  return { signers, warnings };
}

/** Everything that one person signs on a page, on their own sheets. */
export interface SheetGroup {
  /** The person who signs. */
  readonly human: string;
  readonly signers: readonly PageSigner[];
}

/** Groups a page's signers by their sheets. */
export function sheetGroups(signers: readonly PageSigner[], consolidates: boolean): SheetGroup[] {
  return signersBySheet(signers, consolidates).flatMap((group) => {
    const [first] = group;
    return first ? [{ human: first.human.id, signers: group }] : [];
  });
}

/**
 * The deal's order of signatories; for one signatory, the order of their capacities. A row that hasn't loaded yet is
 * skipped.
 */
function inMatrixOrder(assignments: readonly PageAssignment[], facts: SigningFacts) {
  const capacityOf = new Map<string, (string | undefined)[]>();
  const placeOf = ({ signatory, authRep }: PageAssignment): number => {
    const known =
      capacityOf.get(signatory) ?? chains(facts.capacities, signatory).map((chain) => chain.at(-1)?.uuid);
    capacityOf.set(signatory, known);
    return known.indexOf(authRep ?? undefined);
  };
  return assignments
    .filter(({ status }) => countsAsSignature(status))
    .flatMap((assignment) => {
      const party = facts.party(assignment.signatory);
      return party ? [{ assignment, party, place: placeOf(assignment) }] : [];
    })
    .toSorted(
      (one, other) =>
        (one.party === other.party ? 0 : byOrder(one.party, other.party)) ||
        one.place - other.place ||
        one.assignment.uuid.localeCompare(other.assignment.uuid),
    );
}

function chainFor(
  capacities: Capacities,
  { signatory, authRep }: PageAssignment,
): readonly Relation[] | null {
  return authRep === null
    ? (chains(capacities, signatory)[0] ?? null)
    : chainOf(capacities, signatory, authRep);
}

function signerThrough(
  chain: readonly Relation[],
  { uuid, header, customText, groupAssignment, needsWitness }: PageAssignment,
  party: PrintedParty,
  facts: SigningFacts,
): PageSigner | null {
  const last = chain.at(-1);
  const human = last ? facts.party(last.signatory) : party;
  const through = chain
    .slice(0, -1)
    .map((relation) => ({ relation, entity: facts.party(relation.signatory) }));
  if (!human) return null;
  return {
    id: uuid,
    caption: orNull(header ?? (groupAssignment === null ? null : facts.groupCaption(groupAssignment))),
    ...(customText.trim() !== '' && { text: customText.trim() }),
    entity: last ? { name: party.name, description: orNull(party.description) } : null,
    through: through.flatMap(({ relation, entity }) =>
      entity
        ? [
            {
              id: entity.uuid,
              name: entity.name,
              description: orNull(entity.description),
              capacity: orNull(relation.title),
            },
          ]
        : [],
    ),
    human: {
      id: human.uuid,
      name: human.name,
      title: orNull(last?.title ?? null),
      email: orNull(human.email),
      address: orNull(party.address) ?? orNull(human.address),
    },
    values: valuesAlong(party, human, facts),
    overrides: party.overrides ?? {},
    ...(needsWitness && { needsWitness }),
  };
}

/** A signatory's own value takes precedence. If an entity lacks a value, the one of the person who signs is used. */
function valuesAlong(
  party: PrintedParty,
  human: PrintedParty,
  facts: SigningFacts,
): Readonly<Record<string, string>> {
  const own = facts.valuesOf(party.uuid);
  const of = lookUp(own);
  const others = Object.entries(facts.valuesOf(human.uuid)).filter(([key]) => of(key) === undefined);
  return { ...own, ...Object.fromEntries(others) };
}

function orNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text;
}
