import * as z from 'zod';
import { signingGroupMemberCollection } from '../collections/signing-group-members.ts';
import { signingGroupCollection } from '../collections/signing-groups.ts';
import { assignmentSchema } from '../entities/assignment.ts';
import { dynamicAssignmentSchema } from '../entities/dynamic-assignment.ts';
import { uuidSchema } from '../entities/row.ts';
import {
  newSigningGroupMemberSchema,
  newSigningGroupMembersSchema,
  signingGroupMemberEditsSchema,
  signingGroupMemberSchema,
} from '../entities/signing-group-member.ts';
import {
  newSigningGroupSchema,
  signingGroupEditsSchema,
  signingGroupSchema,
} from '../entities/signing-group.ts';
import { createEndpoint, deleteEndpoint, listEndpoint, updateEndpoint } from './collection-endpoints.ts';
import { endpoint, idParam } from './endpoint.ts';

export const signingGroups = {
  list: listEndpoint(signingGroupCollection, signingGroupSchema),
  create: createEndpoint(signingGroupCollection, { input: newSigningGroupSchema, row: signingGroupSchema }),
  update: updateEndpoint(signingGroupCollection, { edits: signingGroupEditsSchema, row: signingGroupSchema }),
  delete: deleteEndpoint(signingGroupCollection),
  assign: endpoint
    .route({
      method: 'POST',
      path: `${signingGroupCollection.path}/{id}/assign`,
      successStatus: 201,
      summary: 'Assign a document to every current member of a signing group',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.strictObject({ ...idParam, item: uuidSchema }))
    .output(z.array(assignmentSchema)),
  assignDynamic: endpoint
    .route({
      method: 'POST',
      path: `${signingGroupCollection.path}/{id}/assign_dynamic`,
      successStatus: 201,
      summary: 'Assign a page of a document to a signing group, whoever its members are',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(
      z.strictObject({
        ...idParam,
        uuid: uuidSchema.optional(),
        item: uuidSchema,
        item_page_uuid: uuidSchema.optional(),
      }),
    )
    .output(dynamicAssignmentSchema),
};

export const signingGroupMembers = {
  list: listEndpoint(signingGroupMemberCollection, signingGroupMemberSchema),
  create: createEndpoint(signingGroupMemberCollection, {
    input: newSigningGroupMemberSchema,
    row: signingGroupMemberSchema,
  }),
  bulkCreate: endpoint
    .route({
      method: 'POST',
      path: `${signingGroupMemberCollection.path}/bulk_create`,
      successStatus: 201,
      summary: 'Add signatories to a signing group',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(newSigningGroupMembersSchema)
    .output(z.array(signingGroupMemberSchema)),
  update: updateEndpoint(signingGroupMemberCollection, {
    edits: signingGroupMemberEditsSchema,
    row: signingGroupMemberSchema,
  }),
  delete: deleteEndpoint(signingGroupMemberCollection),
};
