import type * as z from 'zod';
import { DEAL_COLLECTIONS, type DealCollection, type WireName } from '../collections/deal-collections.ts';
import { COLLECTION_SCHEMAS, type CollectionSchemas } from '../entities/collection-schemas.ts';
import {
  bulkCreateEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoint,
  updateEndpoint,
} from './collection-endpoints.ts';

type Created = { new: z.ZodType };
type Edited = { edits: z.ZodObject };

/** The standard endpoints of a collection with these schemas. */
type EndpointsOf<Collection extends DealCollection, Schemas extends CollectionSchemas> = {
  list: ReturnType<typeof listEndpoint<Schemas['row']>>;
} & (Schemas extends Created
  ? Collection extends { createdInBulk: true }
    ? { bulkCreate: ReturnType<typeof bulkCreateEndpoint<Schemas['new'], Schemas['row']>> }
    : { create: ReturnType<typeof createEndpoint<Schemas['new'], Schemas['row']>> }
  : unknown) &
  (Schemas extends Edited
    ? { update: ReturnType<typeof updateEndpoint<Schemas['edits']['shape'], Schemas['row']>> }
    : unknown) &
  (Collection extends { restorable: string } ? { delete: ReturnType<typeof deleteEndpoint> } : unknown);

function endpointsOf(collection: DealCollection, schemas: CollectionSchemas) {
  const { row, new: created, edits } = schemas;
  const creation = created && { input: created, row };
  return {
    list: listEndpoint(collection, row),
    ...(creation &&
      ('createdInBulk' in collection
        ? { bulkCreate: bulkCreateEndpoint(collection, creation) }
        : { create: createEndpoint(collection, creation) })),
    ...(edits && { update: updateEndpoint(collection, { edits, row }) }),
    ...(collection.restorable !== null && { delete: deleteEndpoint(collection) }),
  };
}

type Schemas = typeof COLLECTION_SCHEMAS;

/** A collection with standard endpoints. */
export type StandardCollection = Extract<
  DealCollection,
  { wire: { [Wire in WireName]: Schemas[Wire] extends Created | Edited ? Wire : never }[WireName] }
>;

/** The collections with standard endpoints. */
export const STANDARD_COLLECTIONS = DEAL_COLLECTIONS.filter(isStandard);

function isStandard(collection: DealCollection): collection is StandardCollection {
  const schemas: CollectionSchemas = COLLECTION_SCHEMAS[collection.wire];
  return 'new' in schemas || 'edits' in schemas;
}

/**
 * The endpoints derived from a collection's declaration and its schemas, by its name in code. They list its rows, create and
 * change rows if there are schemas for that, and delete rows that can be restored.
 */
export const standardEndpoints = everyEndpoint();

function everyEndpoint(): {
  [Collection in StandardCollection as Collection['name']]: EndpointsOf<
    Collection,
    Schemas[Collection['wire']]
  >;
};
function everyEndpoint(): object {
  return Object.fromEntries(
    STANDARD_COLLECTIONS.map((collection) => [
      collection.name,
      endpointsOf(collection, COLLECTION_SCHEMAS[collection.wire]),
    ]),
  );
}
