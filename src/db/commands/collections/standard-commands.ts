import {
  byName,
  COLLECTION_NAMED,
  type CollectionName,
  type CollectionNamed,
  type DealCollection,
} from '../../../contract/collections/deal-collections.ts';
import type { StandardVerb } from '../../../contract/collections/collection.ts';
import { camelKey, snakify, type CamelKey } from '../../codec.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { CommandDefinition, Stamp, Step } from '../../outbox/command.ts';
import { mutate, runSteps, step } from '../../outbox/mutate.ts';
import type { CollectionRow, MirrorRows } from '../../rows.ts';
import { createdBy, defineCreate } from './create-row.ts';
import { defineDelete, deleteWithDependents, type DeleteArgs, type DeletedRow } from './delete-row.ts';
import { defineEdit, inEdits, type RowInDeal } from './edit-row.ts';
import { textIn, type RowEdits } from './edits.ts';
import { defineMove, otherRows, type MoveRowArgs } from './move-row.ts';

/** The fields of a row that its creation fills in. */
export type Born = 'createdAt' | 'createdBy' | 'version' | 'modifiedAt' | 'modifiedBy';

/** A new row, with its place if rows have their own order. */
export type NewRow<Name extends CollectionName> = Omit<CollectionRow<Name>, Born>;

/** A row and the fields of it that an edit sets. */
export interface UpdateArgs<Name extends CollectionName> extends RowInDeal {
  edits: RowEdits<
    Pick<
      CollectionRow<Name>,
      Extract<CamelKey<CollectionNamed<Name>['fields'][number]>, keyof CollectionRow<Name>>
    >
  >;
}

type VerbOf<Name extends CollectionName> = CollectionNamed<Name>['standard'][number];

/** The collections with that standard command. */
type NameWith<Verb extends StandardVerb> = {
  [Name in CollectionName]: Verb extends VerbOf<Name> ? Name : never;
}[CollectionName];

interface Commands<Name extends CollectionName> {
  create: CommandDefinition<NewRow<Name>>;
  update: CommandDefinition<UpdateArgs<Name>>;
  move: CommandDefinition<MoveRowArgs>;
  delete: CommandDefinition<DeleteArgs>;
  restore: CommandDefinition<DeletedRow<Name>>;
}

type StandardCommands = {
  [Name in CollectionName]: Pick<
    Commands<Name>,
    VerbOf<Name> | ('delete' extends VerbOf<Name> ? 'restore' : never)
  >;
};

/** The commands that are derived from the collections' declarations. */
export const STANDARD = defineStandard();

function defineStandard(): StandardCommands;
function defineStandard(): Record<CollectionName, object> {
  return byName(commandsOf);
}

function commandsOf(collection: DealCollection): object {
  const { name, restorable, orderedWithin, wire } = collection;
  const isCreatedInBulk = 'createdInBulk' in collection;
  const verbs = new Set<StandardVerb>(collection.standard);
  const removal = verbs.has('delete') && restorable !== null ? defineDelete(collection) : null;
  return {
    ...(removal && { delete: removal.deletion, restore: removal.restoring }),
    ...(verbs.has('create') && {
      create: defineCreate(collection, {
        rowOf: newRow,
        request: ({ order: _, ...row }: RowInDeal & { order?: number }) =>
          isCreatedInBulk ? inBulk(name, wire, row) : { endpoint: `${name}.create`, input: snakify(row) },
        ...(removal && { deletion: removal.deletion }),
      }),
    }),
    ...(verbs.has('update') && { update: defineEdit(collection, inEdits<RowInDeal & { edits: object }>()) }),
    ...(verbs.has('move') && orderedWithin !== null && { move: defineMove(collection) }),
  };
}

function inBulk(name: string, wire: string, { transaction, ...row }: RowInDeal) {
  return { endpoint: `${name}.bulkCreate`, input: { transaction, [wire]: [snakify(row)] } };
}

function newRow(args: object, stamp: Stamp): MirrorRows[CollectionName];
function newRow(args: object, stamp: Stamp): object {
  return { ...args, createdBy: stamp.userId, ...createdBy(stamp) };
}

function commandOf<Name extends CollectionName, Verb extends keyof Commands<Name>>(
  name: Name,
  verb: Verb,
): Commands<Name>[Verb];
function commandOf(name: CollectionName, verb: string): unknown {
  const command: unknown = Reflect.get(STANDARD[name], verb);
  return command;
}

/** Creates a row, after the others if the collection is ordered. */
export async function createRow<Name extends NameWith<'create'>>(
  db: MirrorDatabase,
  name: Name,
  row: Omit<NewRow<Name>, 'order'> & RowInDeal,
): Promise<Step[]> {
  return mutate(db, commandOf(name, 'create'), await inPlace(db, name, row));
}

function inPlace<Name extends CollectionName>(
  db: MirrorDatabase,
  name: Name,
  row: object,
): Promise<NewRow<Name>>;
async function inPlace(db: MirrorDatabase, name: CollectionName, row: object): Promise<object> {
  const { orderedWithin } = COLLECTION_NAMED[name];
  if (orderedWithin === null) return row;
  const field = camelKey(orderedWithin);
  return {
    ...row,
    order: await db
      .table(name)
      .where({ [field]: textIn(row, field) })
      .count(),
  };
}

/** Changes fields of a row. */
export async function updateRow<Name extends NameWith<'update'>>(
  db: MirrorDatabase,
  name: Name,
  args: UpdateArgs<Name>,
): Promise<Step[]> {
  return mutate(db, commandOf(name, 'update'), args);
}

/** Changes fields of several rows in one commit. One act to undo. */
export async function updateRows<Name extends NameWith<'update'>>(
  db: MirrorDatabase,
  name: Name,
  rows: readonly UpdateArgs<Name>[],
): Promise<Step[]> {
  return runSteps(
    db,
    rows.map((args) => step(commandOf(name, 'update'), args)),
  );
}

/** Moves a row among those that share its order. */
export async function moveRow(
  db: MirrorDatabase,
  name: NameWith<'move'>,
  args: Omit<MoveRowArgs, 'others'>,
): Promise<Step[]> {
  const others = await otherRows(db, COLLECTION_NAMED[name], args);
  return mutate(db, commandOf(name, 'move'), { ...args, others });
}

/** Deletes a row with its dependent rows. */
export async function deleteRow(
  db: MirrorDatabase,
  name: NameWith<'delete'>,
  args: RowInDeal,
): Promise<Step[]> {
  return deleteWithDependents(db, commandOf(name, 'delete'), COLLECTION_NAMED[name], args);
}
