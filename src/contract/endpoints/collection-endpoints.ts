import * as z from 'zod';
import type { DealCollection, WireName } from '../collections/deal-collections.ts';
import { byTransaction, endpoint, idParam, noContent } from './endpoint.ts';

// The endpoints that most collections have. standard-endpoints.ts makes them for collections that have no others. A collection's
// differences are declared in its own file here.

/** Lists a deal's rows. */
export function listEndpoint<Row extends z.ZodType>({ path, wire }: DealCollection, row: Row) {
  return endpoint
    .route({ method: 'GET', path, summary: `List a deal's ${inWords(wire)}` })
    .meta({ policy: 'deal' })
    .input(byTransaction)
    .output(z.array(row));
}

/** Creates a row. The client may send its uuid. */
export function createEndpoint<New extends z.ZodType, Row extends z.ZodType>(
  { path, wire }: DealCollection,
  { input, row }: { input: New; row: Row },
) {
  return endpoint
    .route({ method: 'POST', path, successStatus: 201, summary: `Add to a deal's ${inWords(wire)}` })
    .meta({ policy: 'deal', idempotent: true })
    .input(input)
    .output(row);
}

/** Creates several rows, all or none. */
export function bulkCreateEndpoint<New extends z.ZodType, Row extends z.ZodType>(
  { path, wire }: DealCollection,
  { input, row }: { input: New; row: Row },
) {
  return endpoint
    .route({
      method: 'POST',
      path: `${path}/bulk_create`,
      successStatus: 201,
      summary: `Add ${inWords(wire)}`,
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(input)
    .output(z.array(row));
}

/** Changes only the fields that are present. */
export function updateEndpoint<Edits extends z.ZodRawShape, Row extends z.ZodType>(
  { path, wire }: DealCollection,
  { edits, row }: { edits: z.ZodObject<Edits>; row: Row },
) {
  return endpoint
    .route({ method: 'PATCH', path: `${path}/{id}`, summary: `Change one of a deal's ${inWords(wire)}` })
    .meta({ policy: 'deal', idempotent: true })
    .input(edits.extend(idParam))
    .output(row);
}

/** Deletes a row. */
export function deleteEndpoint({ path, wire }: DealCollection) {
  return endpoint
    .route({
      method: 'DELETE',
      path: `${path}/{id}`,
      successStatus: 204,
      summary: `Delete one of a deal's ${inWords(wire)}`,
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.object(idParam))
    .output(noContent);
}

function inWords(wire: WireName): string {
  return wire.replaceAll('_', ' ');
}
