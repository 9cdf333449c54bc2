import * as z from 'zod';
import { signingGroupMemberCollection } from '../../collections/signing-group-members.ts';
import { signingGroupCollection } from '../../collections/signing-groups.ts';
import { assignmentSchema } from '../../entities/signing/assignment.ts';
import { dynamicAssignmentSchema } from '../../entities/signing/dynamic-assignment.ts';
import { listedSigningGroupSchema } from '../../entities/signing/listed-signing-group.ts';
import { uuidSchema } from '../../entities/row.ts';
import {
  newSigningGroupMemberSchema,
  newSigningGroupMembersSchema,
  signingGroupMemberEditsSchema,
  signingGroupMemberMoveSchema,
  signingGroupMemberSchema,
} from '../../entities/signing/signing-group-member.ts';
import {
  copiedSigningGroupSchema,
  newSigningGroupSchema,
  signingGroupEditsSchema,
  signingGroupSchema,
} from '../../entities/signing/signing-group.ts';
import {
  bulkCreateEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoint,
  updateEndpoint,
} from '../collection-endpoints.ts';
import { byTransaction, endpoint, idParam } from '../endpoint.ts';

const { path } = signingGroupCollection;

export const signingGroups = {
  list: endpoint
    .route({ method: 'GET', path, summary: "List a deal's signing groups, or those whose name matches" })
    .meta({ policy: 'deal' })
    .input(byTransaction.extend({ query: z.string().optional() }))
    .output(z.array(listedSigningGroupSchema)),
  create: createEndpoint(signingGroupCollection, {
    input: newSigningGroupSchema,
    row: listedSigningGroupSchema,
  }),
  update: updateEndpoint(signingGroupCollection, {
    edits: signingGroupEditsSchema,
    row: listedSigningGroupSchema,
  }),
  delete: deleteEndpoint(signingGroupCollection),
  copy: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/copy`,
      successStatus: 201,
      summary: 'Copy a signing group with its members',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(copiedSigningGroupSchema.extend(idParam).strict())
    .output(signingGroupSchema),
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
      summary: 'Assign a page to a signing group and keep it in sync with the group’s membership',
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
  bulkCreate: bulkCreateEndpoint(signingGroupMemberCollection, {
    input: newSigningGroupMembersSchema,
    row: signingGroupMemberSchema,
  }),
  update: updateEndpoint(signingGroupMemberCollection, {
    edits: signingGroupMemberEditsSchema,
    row: signingGroupMemberSchema,
  }),
  move: endpoint
    .route({
      method: 'POST',
      path: `${signingGroupMemberCollection.path}/{id}/move`,
      summary: 'Move a member within its signing group or into another',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(signingGroupMemberMoveSchema.extend(idParam).strict())
    .output(signingGroupMemberSchema),
  cleanUpOrder: endpoint
    .route({
      method: 'POST',
      path: '/transactions/transaction/{id}/signing_group_order_cleanup',
      summary: 'Renumber the members of all signing groups',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.strictObject(idParam))
    .output(z.object({ changed: z.array(uuidSchema), removed: z.array(uuidSchema) })),
  delete: deleteEndpoint(signingGroupMemberCollection),
};
