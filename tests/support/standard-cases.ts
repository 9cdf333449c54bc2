import {
  DEAL_COLLECTIONS,
  type CollectionName,
  type DealCollection,
} from '../../src/contract/collections/deal-collections.ts';
import { COLLECTION_SCHEMAS } from '../../src/contract/entities/collection-schemas.ts';
import { camelize, camelKey } from '../../src/db/codec.ts';
import { STANDARD } from '../../src/db/commands/collections/standard-commands.ts';
import type { CommandDefinition } from '../../src/db/outbox/command.ts';
import { newUuid } from '../../src/db/uuid.ts';
import type { Case } from './mutation-case.ts';
import { sampleOf } from './sample-of.ts';

/** What the server adds to a new row. */
const ADDED = new Set(['created_at', 'created_by', 'version', 'modified_at', 'modified_by', 'order']);

/** Every standard command of every collection, with the call that it sends. */
export const STANDARD_CASES: Case[] = DEAL_COLLECTIONS.flatMap(casesOf);

function createCall(
  collection: DealCollection,
  { transaction, ...row }: Record<string, unknown>,
): Pick<Case, 'call' | 'input'> {
  const { path, wire } = collection;
  return 'createdInBulk' in collection
    ? { call: `POST ${path}/bulk_create`, input: { transaction, [wire]: [row] } }
    : { call: `POST ${path}`, input: { transaction, ...row } };
}

function casesOf(collection: DealCollection): Case[] {
  const { name, wire, path, nouns, restorable, fields } = collection;
  const row = sampleOf(COLLECTION_SCHEMAS[wire].row);
  const { uuid, transaction } = row;
  const [field = ''] = fields;
  const {
    version: _,
    createdAt: _at,
    createdBy: _by,
    modifiedAt: _when,
    modifiedBy: _who,
    ...created
  } = camelize(row);
  const problem = (verb: string) => `There was a problem attempting to ${verb} the ${nouns.one}`;
  const along = { table: name, row: camelize(sampleOf(COLLECTION_SCHEMAS[wire].row)) };
  const known: Record<string, Omit<Case, 'name' | 'lane'>> = {
    create: {
      args: created,
      ...createCall(collection, Object.fromEntries(Object.entries(row).filter(([key]) => !ADDED.has(key)))),
      failure: problem('create'),
    },
    update: {
      args: { transaction, uuid, edits: { [camelKey(field)]: Reflect.get(created, camelKey(field)) } },
      call: `PATCH ${path}/{id}`,
      input: { id: uuid, [field]: row[field] },
      failure: problem('update'),
    },
    move: {
      args: { transaction, uuid, after: null, others: [] },
      call: `PATCH ${path}/{id}`,
      input: { id: uuid, order: 0 },
      failure: 'There was a problem attempting to update the order',
    },
    delete: {
      args: { transaction, uuid, along: [{ table: name, key: newUuid() }] },
      call: `DELETE ${path}/{id}`,
      input: { id: uuid },
      failure: problem('delete'),
    },
    restore: {
      args: { transaction, row: camelize(row), along: [along] },
      call: 'POST /transactions/transaction/{id}/restore',
      input: { id: transaction, kind: restorable, uuid },
      failure: problem('restore'),
    },
  };
  return Object.entries(commandsOf(name)).map(([verb, definition]) => {
    const expected = known[verb];
    if (!expected) throw new Error(`Say in tests/support/standard-cases.ts what ${definition.name} sends.`);
    return { name: definition.name, lane: String(transaction), ...expected };
  });
}

function commandsOf(name: CollectionName): Record<string, CommandDefinition<never>>;
function commandsOf(name: CollectionName): object {
  return STANDARD[name];
}
