import * as z from 'zod';
import { representativeCollection } from '../../collections/representatives.ts';
import { signatoryCollection } from '../../collections/signatories.ts';
import { assignmentSchema } from '../../entities/signing/assignment.ts';
import {
  newRepresentativeSchema,
  representativeEditsSchema,
  representativeSchema,
} from '../../entities/signing/representative.ts';
import {
  duplicatedSignatoriesSchema,
  listedSignatorySchema,
  replacedRepresentativeSchema,
  signatoryActSchema,
} from '../../entities/signing/listed-signatory.ts';
import { uuidSchema } from '../../entities/row.ts';
import {
  newSignatoriesSchema,
  newSignatorySchema,
  signatoryEditsSchema,
  signatorySchema,
} from '../../entities/signing/signatory.ts';
import {
  bulkCreateEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoint,
  updateEndpoint,
} from '../collection-endpoints.ts';
import { byTransaction, endpoint, idParam, noContent } from '../endpoint.ts';

const { path } = signatoryCollection;

export const signatories = {
  list: endpoint
    .route({
      method: 'GET',
      path,
      summary: "List a deal's signatories, or those whose name or email address matches",
    })
    .meta({ policy: 'deal' })
    .input(byTransaction.extend({ query: z.string().optional() }))
    .output(z.array(listedSignatorySchema)),
  get: endpoint
    .route({ method: 'GET', path: `${path}/{id}`, summary: 'One signatory' })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(listedSignatorySchema),
  auditLog: endpoint
    .route({
      method: 'GET',
      path: `${path}/{id}/audit_log`,
      summary: 'List a signatory’s audit log, newest first',
    })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(z.array(signatoryActSchema)),
  sendReminder: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/send_reminder`,
      successStatus: 204,
      summary: 'Remind a signatory of documents that are out for signature',
      description: 'A signatory gets at most one reminder a day, unless `force` is set.',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.strictObject({ ...idParam, force: z.boolean().optional() }))
    .output(noContent),
  create: createEndpoint(signatoryCollection, { input: newSignatorySchema, row: listedSignatorySchema }),
  bulkCreate: bulkCreateEndpoint(signatoryCollection, { input: newSignatoriesSchema, row: signatorySchema }),
  bulkDuplicate: endpoint
    .route({
      method: 'POST',
      path: `${path}/bulk_duplicate`,
      successStatus: 201,
      summary: 'Copy signatories of another deal, with the relations among them',
      description:
        'Returns the counterpart of each signatory, in the order requested. If the deal already has one of the same kind with the same name and email address, that one is the counterpart.',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(duplicatedSignatoriesSchema)
    .output(z.array(listedSignatorySchema)),
  merge: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/merge`,
      successStatus: 204,
      summary: 'Delete a duplicate of a person, once another signatory has taken over everything it had',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.strictObject({ ...idParam, into: uuidSchema }))
    .output(noContent),
  update: updateEndpoint(signatoryCollection, { edits: signatoryEditsSchema, row: listedSignatorySchema }),
  delete: deleteEndpoint(signatoryCollection),
};

/** `id` is the entity that is represented; `rep` the relation. */
const repParams = { ...idParam, rep: uuidSchema };
const repPath = `${path}/{id}/representative/{rep}` as const;

export const representatives = {
  list: listEndpoint(representativeCollection, representativeSchema),
  create: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/representative`,
      successStatus: 201,
      summary: 'Add a representative to an entity',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(newRepresentativeSchema.extend(idParam).strict())
    .output(representativeSchema),
  update: endpoint
    .route({ method: 'PATCH', path: repPath, summary: 'Change how a representative signs for an entity' })
    .meta({ policy: 'deal', idempotent: true })
    .input(representativeEditsSchema.extend(repParams))
    .output(representativeSchema),
  replace: endpoint
    .route({
      method: 'POST',
      path: `${path}/replace-representative`,
      summary: 'Replace a representative of an entity',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(replacedRepresentativeSchema)
    .output(z.array(assignmentSchema)),
  delete: endpoint
    .route({ method: 'DELETE', path: repPath, successStatus: 204, summary: 'Remove a representative' })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.object(repParams))
    .output(noContent),
};
