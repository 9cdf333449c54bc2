import type { ContractProcedure, ErrorMap, Router } from '@orpc/server';
import type * as z from 'zod';
import type { DealCollection, WireName } from '../../src/contract/collections/deal-collections.ts';
import {
  STANDARD_COLLECTIONS,
  standardEndpoints,
  type StandardCollection,
} from '../../src/contract/endpoints/standard-endpoints.ts';
import type { EndpointMeta } from '../../src/contract/policy.ts';
import type { Restore } from '../commands/checklist/restore.ts';
import { createRow, createRows, type Sendable } from '../commands/standard/create-rows.ts';
import { deleteRow } from '../commands/standard/delete-row.ts';
import { restoreRow } from '../commands/standard/restore-row.ts';
import { updateRow } from '../commands/standard/update-row.ts';
import { dealWrite } from './call.ts';
import { byTransaction, dealOfIts, deletion, listing } from './deal-of-call.ts';
import { ANY_OUTPUT, bind } from './implement.ts';
import type { RequestContext } from './request-context.ts';

type Standard = Extract<StandardCollection, { standardOnServer: true }>;

const STANDARD = STANDARD_COLLECTIONS.filter(isStandard);

function isStandard(collection: StandardCollection): collection is Standard {
  return 'standardOnServer' in collection;
}

/** The endpoints of collections that are standard on the server, bound to the commands in ../commands/standard/. */
export function standardRoutes(): Router<Pick<typeof standardEndpoints, Standard['name']>, RequestContext>;
export function standardRoutes(): object {
  return Object.fromEntries(
    STANDARD.map((collection) => [collection.name, routesOf(collection, standardEndpoints[collection.name])]),
  );
}

/** How deleted rows of these collections are restored, by kind. */
export function standardRestores(): Record<NonNullable<Standard['restorable']>, Restore>;
export function standardRestores(): object {
  return Object.fromEntries(
    STANDARD.flatMap((collection) =>
      collection.restorable === null ? [] : [[collection.restorable, restoreRow(collection)]],
    ),
  );
}

type Endpoint<Input> = ContractProcedure<z.ZodType<Input>, z.ZodType, ErrorMap, EndpointMeta>;

type NewRow = Sendable & { transaction: string };
type NewRows = { transaction: string } & Partial<Record<WireName, Sendable[]>>;

/** The endpoints of any of these collections. */
interface Endpoints {
  list: Endpoint<{ transaction: string }>;
  create?: Endpoint<NewRow>;
  bulkCreate?: Endpoint<NewRows>;
  update?: Endpoint<{ id: string; order?: number | undefined }>;
  delete?: Endpoint<{ id: string }>;
}

function routesOf(collection: DealCollection, endpoints: Endpoints) {
  const { wire } = collection;
  const { list, create, bulkCreate, update, delete: deletes } = endpoints;
  const createAll = createRows(collection, (sent: NewRows) => sent[wire] ?? []);
  return {
    list: bind(list, listing(wire), ANY_OUTPUT),
    ...(create && { create: bind(create, dealWrite(byTransaction, createRow(collection))) }),
    ...(bulkCreate && { bulkCreate: bind(bulkCreate, dealWrite(byTransaction, createAll)) }),
    ...(update && { update: bind(update, dealWrite(dealOfIts(wire), updateRow(collection))) }),
    ...(deletes && { delete: bind(deletes, deletion(wire, deleteRow(collection))) }),
  };
}
