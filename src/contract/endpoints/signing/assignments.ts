import * as z from 'zod';
import { assignmentCollection } from '../../collections/assignments.ts';
import { signaturePageCollection } from '../../collections/signature-pages.ts';
import {
  acceptanceSchema,
  acceptedAssignmentsSchema,
  assignmentEditsSchema,
  assignmentSchema,
  deletedAssignmentsSchema,
  movedAssignmentsSchema,
  newAssignmentSchema,
  newAssignmentsSchema,
  rejectedAssignmentsSchema,
  rejectionSchema,
} from '../../entities/signing/assignment.ts';
import { fileAnswerSchema } from '../../entities/transactions/report.ts';
import { listedAssignmentSchema } from '../../entities/signing/listed-assignment.ts';
import { packetPictureSchema } from '../../entities/signing/packet-detail.ts';
import {
  copiedPageSchema,
  newSignaturePageSchema,
  signaturePageEditsSchema,
  signaturePageInFullSchema,
  signaturePageSchema,
} from '../../entities/signing/signature-page.ts';
import {
  bulkCreateEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoint,
  updateEndpoint,
} from '../collection-endpoints.ts';
import { uuidSchema } from '../../entities/row.ts';
import { byTransaction, endpoint, idParam, noContent, queryBoolean } from '../endpoint.ts';

export const signaturePages = {
  list: listEndpoint(signaturePageCollection, signaturePageSchema),
  get: endpoint
    .route({
      method: 'GET',
      path: `${signaturePageCollection.path}/{id}`,
      summary: 'One signature page, with its assignments',
    })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(signaturePageInFullSchema),
  create: createEndpoint(signaturePageCollection, {
    input: newSignaturePageSchema,
    row: signaturePageSchema,
  }),
  update: updateEndpoint(signaturePageCollection, {
    edits: signaturePageEditsSchema,
    row: signaturePageSchema,
  }),
  delete: deleteEndpoint(signaturePageCollection),
  copy: endpoint
    .route({
      method: 'POST',
      path: `${signaturePageCollection.path}/{id}/copy`,
      successStatus: 201,
      summary: 'Add a page with the same design to other documents',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(copiedPageSchema.extend(idParam))
    .output(z.array(signaturePageSchema)),
  pdf: endpoint
    .route({
      method: 'GET',
      path: `${signaturePageCollection.path}/{id}/pdf`,
      summary: 'A generated signature page as a PDF, for all who sign it or for one assignment',
      outputStructure: 'detailed',
    })
    .meta({ policy: 'deal' })
    .input(z.object({ ...idParam, assignment: uuidSchema.optional() }))
    .output(fileAnswerSchema),
};

const { path } = assignmentCollection;

export const assignments = {
  list: endpoint
    .route({ method: 'GET', path, summary: "List a deal's assignments" })
    .meta({ policy: 'deal' })
    .input(byTransaction.extend({ include_tabs: queryBoolean.optional() }))
    .output(z.array(listedAssignmentSchema)),
  blank: endpoint
    .route({
      method: 'GET',
      path: `${path}/{id}/blank`,
      summary: 'The page of an assignment as it was sent out, without signatures',
    })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(packetPictureSchema),
  create: createEndpoint(assignmentCollection, { input: newAssignmentSchema, row: listedAssignmentSchema }),
  bulkCreate: bulkCreateEndpoint(assignmentCollection, {
    input: newAssignmentsSchema,
    row: assignmentSchema,
  }),
  bulkDelete: endpoint
    .route({
      method: 'POST',
      path: `${path}/bulk_delete`,
      successStatus: 204,
      summary: 'Remove assignments, along with generated pages that nobody else signs',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(deletedAssignmentsSchema)
    .output(noContent),
  bulkMove: endpoint
    .route({
      method: 'POST',
      path: `${path}/bulk_move`,
      summary: 'Move signatures to other generated pages of their documents',
      description:
        'A signature that can’t move stays where it is. The answer has all of them, and where they are. Pages without signers are deleted.',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(movedAssignmentsSchema)
    .output(z.array(assignmentSchema)),
  update: updateEndpoint(assignmentCollection, { edits: assignmentEditsSchema, row: listedAssignmentSchema }),
  accept: endpoint
    .route({ method: 'POST', path: `${path}/{id}/accept`, summary: 'Accept a signature' })
    .meta({ policy: 'deal', idempotent: true })
    .input(acceptanceSchema.extend(idParam))
    .output(assignmentSchema),
  bulkAccept: endpoint
    .route({ method: 'POST', path: `${path}/bulk_accept`, summary: 'Accept signatures, all or none' })
    .meta({ policy: 'deal', idempotent: true })
    .input(acceptedAssignmentsSchema)
    .output(z.array(assignmentSchema)),
  reject: endpoint
    .route({ method: 'POST', path: `${path}/{id}/reject`, summary: 'Reject a signature' })
    .meta({ policy: 'deal', idempotent: true })
    .input(rejectionSchema.extend(idParam))
    .output(assignmentSchema),
  rejectByGet: endpoint
    .route({
      method: 'GET',
      path: `${path}/{id}/reject`,
      summary: 'Reject a signature without a reason',
      description: 'It changes data, so it needs the same headers as a POST.',
    })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(assignmentSchema),
  bulkReject: endpoint
    .route({ method: 'POST', path: `${path}/bulk_reject`, summary: 'Reject signatures, all or none' })
    .meta({ policy: 'deal', idempotent: true })
    .input(rejectedAssignmentsSchema)
    .output(z.array(assignmentSchema)),
  delete: deleteEndpoint(assignmentCollection),
};
