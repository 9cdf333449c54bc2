import * as z from 'zod';
import { assignmentCollection } from '../collections/assignments.ts';
import { dynamicAssignmentCollection } from '../collections/dynamic-assignments.ts';
import { signaturePageCollection } from '../collections/signature-pages.ts';
import {
  assignmentEditsSchema,
  assignmentSchema,
  deletedAssignmentsSchema,
  newAssignmentSchema,
  newAssignmentsSchema,
} from '../entities/assignment.ts';
import { dynamicAssignmentEditsSchema, dynamicAssignmentSchema } from '../entities/dynamic-assignment.ts';
import { signaturePageSchema } from '../entities/signature-page.ts';
import { createEndpoint, deleteEndpoint, listEndpoint, updateEndpoint } from './collection-endpoints.ts';
import { endpoint, noContent } from './endpoint.ts';

export const signaturePages = {
  list: listEndpoint(signaturePageCollection, signaturePageSchema),
};

export const assignments = {
  list: listEndpoint(assignmentCollection, assignmentSchema),
  create: createEndpoint(assignmentCollection, { input: newAssignmentSchema, row: assignmentSchema }),
  bulkCreate: endpoint
    .route({
      method: 'POST',
      path: `${assignmentCollection.path}/bulk_create`,
      successStatus: 201,
      summary: 'Assign documents to signatories',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(newAssignmentsSchema)
    .output(z.array(assignmentSchema)),
  bulkDelete: endpoint
    .route({
      method: 'POST',
      path: `${assignmentCollection.path}/bulk_delete`,
      successStatus: 204,
      summary: 'Remove assignments, along with generated pages that nobody else signs',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(deletedAssignmentsSchema)
    .output(noContent),
  update: updateEndpoint(assignmentCollection, { edits: assignmentEditsSchema, row: assignmentSchema }),
  delete: deleteEndpoint(assignmentCollection),
};

export const dynamicAssignments = {
  list: listEndpoint(dynamicAssignmentCollection, dynamicAssignmentSchema),
  update: updateEndpoint(dynamicAssignmentCollection, {
    edits: dynamicAssignmentEditsSchema,
    row: dynamicAssignmentSchema,
  }),
  delete: deleteEndpoint(dynamicAssignmentCollection),
};
