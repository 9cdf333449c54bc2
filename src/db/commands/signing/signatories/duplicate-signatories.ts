import type { Relation } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { partsOf, planCopies } from '../../../../contract/rules/signing/signatories/copy-signatories.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type CommandDefinition, type Stamp, type Step } from '../../../outbox/command.ts';
import { fieldIn, instead } from '../../../outbox/given-ids.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import { newUuid } from '../../../uuid.ts';
import { createdBy } from '../../collections/create-row.ts';
import {
  asLeft,
  deleteStep,
  putBack,
  type DependentKey,
  type DependentRow,
} from '../../collections/delete-row.ts';
import { deleteRepresentativeDefinition } from './representatives.ts';
import { type SignatoryFacts } from './signatories.ts';
import { STANDARD } from '../../collections/standard-commands.ts';

export interface DuplicateSignatoriesArgs {
  transaction: string;
  /** The copied signatories of another deal, each with its counterpart here. */
  copied: { source: string; uuid: string }[];
  /** The new signatories. */
  signatories: ({ uuid: string; order: number } & SignatoryFacts)[];
  /** The new relations. `source` is the relation of the other deal that each one copies. */
  representatives: ({ source: string } & Relation)[];
}

/**
 * Copies signatories of another deal, with the relations among them. The server compares them with the deal's own again. If
 * somebody has added the same one in the meantime, that one is used.
 */
export const duplicateSignatoriesDefinition: CommandDefinition<DuplicateSignatoriesArgs> = {
  name: 'signatory.duplicate',
  lane: ({ transaction }) => transaction,
  keys: keysOf,
  structural: false,
  creates: (args) => keysOf(args).map(({ key }) => key),
  refersTo: (args) => [
    ...new Set([...args.copied.map(({ uuid }) => uuid), ...keysOf(args).map(({ key }) => key)]),
  ],
  touches: ({ signatories }) => signatories.map(({ uuid }) => uuid),
  apply(draft, args, stamp) {
    for (const each of rowsIn(args, stamp)) putBack(draft, each);
  },
  inverse: (args, _before, stamp) => undoing(args, rowsIn(args, stamp)),
  request(args) {
    const created = new Set(keysOf(args).map(({ key }) => key));
    const copies = [...args.copied, ...args.representatives].map(({ source, uuid }) => ({ source, uuid }));
    return requestTo('signatories', 'bulkDuplicate', {
      transaction: args.transaction,
      signatories: args.copied.map(({ source }) => source),
      copies: copies.filter(({ uuid }) => created.has(uuid)),
    });
  },
  refreshes: ['signatories', 'representatives'],
  failure: 'There was a problem attempting to copy the signatories',
  remaps({ copied, signatories, representatives }, answer) {
    const given: readonly unknown[] = Array.isArray(answer) ? answer : [];
    const created = new Set(signatories.map(({ uuid }) => uuid));
    const ids = new Map<string, string>();
    for (const [at, { uuid }] of copied.entries())
      if (created.has(uuid))
        for (const [asked, id] of instead(uuid, fieldIn(given[at], 'uuid'))) ids.set(asked, id);
    const byId = new Map(given.map((row) => [fieldIn(row, 'uuid'), row]));
    for (const { uuid, entity, signatory, title } of representatives) {
      const relations = relationsIn(byId.get(ids.get(entity) ?? entity));
      const twin = relations.find(
        (row) =>
          fieldIn(row, 'signatory') === (ids.get(signatory) ?? signatory) &&
          sameTitle(fieldIn(row, 'title'), title),
      );
      for (const [asked, id] of instead(uuid, fieldIn(twin, 'uuid'))) ids.set(asked, id);
    }
    return ids;
  },
};

function relationsIn(row: unknown): unknown[] {
  const relations = fieldIn(row, 'organization_relations');
  return Array.isArray(relations) ? relations.map((each) => fieldIn(each, 'representative')) : [];
}

function sameTitle(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The rows that it adds. */
function keysOf({ signatories, representatives }: DuplicateSignatoriesArgs): DependentKey[] {
  return [
    ...signatories.map(({ uuid }) => ({ table: 'signatories' as const, key: uuid })),
    ...representatives.map(({ uuid }) => ({ table: 'representatives' as const, key: uuid })),
  ];
}

function rowsIn(
  { transaction, signatories, representatives }: DuplicateSignatoriesArgs,
  stamp: Stamp,
): DependentRow[] {
  const born = { transaction, createdBy: stamp.userId, ...createdBy(stamp) };
  return [
    ...signatories.map((signatory) =>
      asLeft('signatories', { ...born, ...signatory, bulkSignatoryUploadId: null }),
    ),
    ...representatives.map(({ source: _, ...relation }) =>
      asLeft('representatives', { ...born, ...relation }),
    ),
  ];
}

/**
 * Returns the steps that delete the rows: the relations first, each in its own step. If a signatory turns out to be somebody
 * else's, only its own deletion is dropped (SPEC: PUSH11).
 */
function undoing({ transaction }: DuplicateSignatoriesArgs, rows: DependentRow[]): Step[] {
  const deletion = {
    signatories: STANDARD.signatories.delete,
    representatives: deleteRepresentativeDefinition,
  };
  return (['representatives', 'signatories'] as const).flatMap((table) =>
    rows
      .filter((each) => each.table === table)
      .map((each) => deleteStep(deletion[table], table, { transaction, uuid: each.row.uuid }, [each])),
  );
}

/** How many signatories one call copies (`duplicatedSignatoriesSchema`). */
const COPIED_PER_CALL = 2000;

/** A signatory of another deal. */
type CopiedSignatory = { uuid: string } & SignatoryFacts;

/** Signatories of another deal, in their order, with its relations. */
export interface CopiedSignatories {
  signatories: readonly CopiedSignatory[];
  relations: readonly Relation[];
}

/**
 * Copies signatories of another deal, with the relations among them, as one act. Returns no steps if the deal already has all
 * of them.
 */
export async function duplicateSignatories(
  db: MirrorDatabase,
  { transaction, signatories: copied, relations }: CopiedSignatories & { transaction: string },
): Promise<Step[]> {
  const [own, ownRelations] = await Promise.all([
    db.signatories.where({ transaction }).sortBy('order'),
    db.representatives.where({ transaction }).toArray(),
  ]);
  const ids = new Map<string, string>();
  const idOf = (source: string): string => {
    const id = ids.get(source) ?? newUuid();
    ids.set(source, id);
    return id;
  };
  const plan = planCopies(
    { parties: copied.map(asParty), relations },
    { parties: own.map(asParty), relations: ownRelations },
    idOf,
  );
  if (plan.added.length + plan.relations.length === 0) return [];
  const sources = new Map(copied.map((each) => [each.uuid, each]));
  const signatories = plan.added
    .flatMap((uuid) => sources.get(uuid) ?? [])
    .map(({ uuid, fullName, email, isOrg, address, entityDescription, instapagesConfig }, at) => ({
      uuid: idOf(uuid),
      fullName,
      email,
      isOrg,
      address,
      entityDescription,
      instapagesConfig,
      order: own.length + at,
    }));
  const parts = partsOf(plan, COPIED_PER_CALL);
  return runSteps(
    db,
    parts.map((part) =>
      step(duplicateSignatoriesDefinition, {
        transaction,
        copied: part.counterparts.map(([source, uuid]) => ({ source, uuid })),
        signatories: signatories.filter(({ uuid }) => part.added.has(uuid)),
        representatives: part.relations,
      }),
    ),
  );
}

function asParty({ uuid, fullName: name, isOrg, email }: CopiedSignatory) {
  return { uuid, name, isOrg, email };
}
