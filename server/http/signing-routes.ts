import { assignGroup, assignGroupDynamically } from '../commands/signing/assign-group.ts';
import {
  createAssignment,
  createAssignments,
  deleteAssignment,
  deleteAssignments,
  deleteDynamicAssignment,
  updateAssignment,
  updateDynamicAssignment,
} from '../commands/signing/assignments.ts';
import {
  createCustomValue,
  deleteCustomValue,
  updateCustomValue,
} from '../commands/signing/custom-values.ts';
import {
  createRepresentative,
  deleteRepresentative,
  updateRepresentative,
} from '../commands/signing/representatives.ts';
import {
  createSignatories,
  createSignatory,
  deleteSignatory,
  updateSignatory,
} from '../commands/signing/signatories.ts';
import {
  createSigningGroup,
  createSigningGroupMember,
  createSigningGroupMembers,
  deleteSigningGroup,
  deleteSigningGroupMember,
  updateSigningGroup,
  updateSigningGroupMember,
} from '../commands/signing/signing-groups.ts';
import { byTransaction, dealOfGroup, dealOfItem, dealOfIts, deletion, listing } from './deal-of-call.ts';
import { dealWrite } from './call.ts';
import { lists, os } from './implement.ts';

/** The endpoints about who signs, in which capacity and on which page, bound to their commands. */
export const signingRoutes = {
  customValues: {
    list: lists.customValues.list.handler(listing('custom_values')),
    create: os.customValues.create.handler(dealWrite(byTransaction, createCustomValue)),
    update: os.customValues.update.handler(dealWrite(dealOfIts('custom_values'), updateCustomValue)),
    delete: os.customValues.delete.handler(deletion('custom_values', ({ id }) => id, deleteCustomValue)),
  },
  signatories: {
    list: lists.signatories.list.handler(listing('signatories')),
    create: os.signatories.create.handler(dealWrite(byTransaction, createSignatory)),
    bulkCreate: os.signatories.bulkCreate.handler(dealWrite(byTransaction, createSignatories)),
    update: os.signatories.update.handler(dealWrite(dealOfIts('signatories'), updateSignatory)),
    delete: os.signatories.delete.handler(deletion('signatories', ({ id }) => id, deleteSignatory)),
  },
  representatives: {
    list: lists.representatives.list.handler(listing('representatives')),
    create: os.representatives.create.handler(dealWrite(dealOfIts('signatories'), createRepresentative)),
    update: os.representatives.update.handler(dealWrite(dealOfIts('signatories'), updateRepresentative)),
    delete: os.representatives.delete.handler(
      deletion('representatives', ({ rep }) => rep, deleteRepresentative),
    ),
  },
  signingGroups: {
    list: lists.signingGroups.list.handler(listing('signing_groups')),
    create: os.signingGroups.create.handler(dealWrite(byTransaction, createSigningGroup)),
    update: os.signingGroups.update.handler(dealWrite(dealOfIts('signing_groups'), updateSigningGroup)),
    delete: os.signingGroups.delete.handler(deletion('signing_groups', ({ id }) => id, deleteSigningGroup)),
    assign: os.signingGroups.assign.handler(dealWrite(dealOfIts('signing_groups'), assignGroup)),
    assignDynamic: os.signingGroups.assignDynamic.handler(
      dealWrite(dealOfIts('signing_groups'), assignGroupDynamically),
    ),
  },
  signingGroupMembers: {
    list: lists.signingGroupMembers.list.handler(listing('signing_group_members')),
    create: os.signingGroupMembers.create.handler(dealWrite(dealOfGroup, createSigningGroupMember)),
    bulkCreate: os.signingGroupMembers.bulkCreate.handler(dealWrite(dealOfGroup, createSigningGroupMembers)),
    update: os.signingGroupMembers.update.handler(
      dealWrite(dealOfIts('signing_group_members'), updateSigningGroupMember),
    ),
    delete: os.signingGroupMembers.delete.handler(
      deletion('signing_group_members', ({ id }) => id, deleteSigningGroupMember),
    ),
  },
  signaturePages: {
    list: lists.signaturePages.list.handler(listing('signature_pages')),
  },
  dynamicAssignments: {
    list: lists.dynamicAssignments.list.handler(listing('dynamic_assignments')),
    update: os.dynamicAssignments.update.handler(
      dealWrite(dealOfIts('dynamic_assignments'), updateDynamicAssignment),
    ),
    delete: os.dynamicAssignments.delete.handler(
      deletion('dynamic_assignments', ({ id }) => id, deleteDynamicAssignment),
    ),
  },
  assignments: {
    list: lists.assignments.list.handler(listing('assignments')),
    create: os.assignments.create.handler(dealWrite(dealOfItem, createAssignment)),
    bulkCreate: os.assignments.bulkCreate.handler(dealWrite(byTransaction, createAssignments)),
    bulkDelete: os.assignments.bulkDelete.handler(dealWrite(byTransaction, deleteAssignments)),
    update: os.assignments.update.handler(dealWrite(dealOfIts('assignments'), updateAssignment)),
    delete: os.assignments.delete.handler(deletion('assignments', ({ id }) => id, deleteAssignment)),
  },
};
