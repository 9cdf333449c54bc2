import { newSignatureBlock } from '../../../src/contract/rules/signature-page/design/new-design.ts';
import {
  createAssignmentsDefinition,
  deleteAssignmentsDefinition,
  moveAssignmentsDefinition,
  restoreAssignmentDefinition,
} from '../../../src/db/commands/signing/assignments/assignments.ts';
import {
  createDynamicAssignmentDefinition,
  updateDynamicAssignmentDefinition,
} from '../../../src/db/commands/signing/assignments/dynamic-assignments.ts';
import { createBulkSignatoryUploadDefinition } from '../../../src/db/commands/signing/signatories/bulk-signatory-uploads.ts';
import { setCustomValuesDefinition } from '../../../src/db/commands/signing/signatories/custom-values.ts';
import { editBlocksDefinition } from '../../../src/db/commands/signing/pages/signature-pages.ts';
import {
  markPageDefinition,
  restoreMarkedPageDefinition,
  unmarkPageDefinition,
} from '../../../src/db/commands/signing/pages/mark-pages.ts';
import {
  createRepresentativeDefinition,
  deleteRepresentativeDefinition,
  moveRepresentativeDefinition,
  restoreRepresentativeDefinition,
  updateRepresentativeDefinition,
} from '../../../src/db/commands/signing/signatories/representatives.ts';
import { duplicateSignatoriesDefinition } from '../../../src/db/commands/signing/signatories/duplicate-signatories.ts';
import { createPacketsDefinition } from '../../../src/db/commands/signing/packets/create-packets.ts';
import { sendPacketDefinition } from '../../../src/db/commands/signing/packets/send-packets.ts';
import { mergeSignatoryDefinition } from '../../../src/db/commands/signing/signatories/merge-signatories.ts';
import { takeOverDefinition } from '../../../src/db/commands/signing/signatories/take-over.ts';
import { createSignatoryDefinition } from '../../../src/db/commands/signing/signatories/signatories.ts';
import {
  createSigningGroupMemberDefinition,
  moveSigningGroupMemberDefinition,
  updateSigningGroupMemberDefinition,
} from '../../../src/db/commands/signing/signatories/signing-groups.ts';
import { filePage } from '../../../src/db/commands/signing/pages/new-page.ts';
import { newUuid } from '../../../src/db/uuid.ts';
import { command, type Case } from '../mutation-case.ts';
import { TAB_COMMANDS } from './tab-commands.ts';

const AT = '2026-01-01T00:00:00.000Z';
const [transaction, uuid, other, third, fourth] = [newUuid(), newUuid(), newUuid(), newUuid(), newUuid()];
const me = newUuid();
const made = {
  transaction,
  uuid,
  createdAt: AT,
  createdBy: me,
  version: 1,
  modifiedAt: AT,
  modifiedBy: me,
};

const MOVED_BLOCK = { id: 'footer', grid: { x: 0, y: 2, w: 12, h: 1 } };

/** The commands about signing, with the call that each sends. */
export const SIGNING_COMMANDS: Case[] = [
  ...TAB_COMMANDS,
  command(
    createPacketsDefinition,
    {
      transaction,
      uuid,
      packets: [{ uuid: other, signatory: third, needsPaper: false, assignments: [fourth] }],
      replaced: [],
    },
    'POST /assignments/create_packet',
    {
      uuid,
      transaction,
      signatories: [third],
      packets: [{ uuid: other, signatory: third, needs_paper: false }],
    },
    'There was a problem attempting to create the packets',
  ),
  command(
    createPacketsDefinition,
    {
      transaction,
      uuid,
      packets: [{ uuid: other, signatory: third, needsPaper: true, assignments: [fourth] }],
      replaced: [me],
      isAgain: true,
      options: { slipPages: false },
    },
    'POST /assignments/create_packet',
    {
      uuid,
      transaction,
      assignments: [fourth],
      packets: [{ uuid: other, signatory: third, needs_paper: true }],
      options: { slip_pages: false },
    },
    'There was a problem attempting to create the packets',
  ),
  command(
    sendPacketDefinition,
    {
      transaction,
      uuid,
      to: 'Jane Doe',
      sending: {
        message: 'From the plane.',
        expiresOn: null,
        after: [other],
        seen: { version: 7, assignments: [third], warnings: ['SPA: the page has no signature block.'] },
      },
    },
    'POST /packet/{id}/queue',
    {
      id: uuid,
      sending: {
        message: 'From the plane.',
        expires_on: null,
        after: [other],
        seen: { version: 7, assignments: [third], warnings: ['SPA: the page has no signature block.'] },
      },
    },
    'There was a problem attempting to send the packet to Jane Doe',
  ),
  command(
    createBulkSignatoryUploadDefinition,
    {
      transaction,
      uuid,
      fileName: 'investors.csv',
      signatoriesBefore: 2,
      rows: [
        {
          row: 2,
          signatories: [
            {
              uuid: other,
              fullName: 'Alder LLC',
              email: '',
              isOrg: true,
              address: '',
              entityDescription: 'a Delaware limited liability company',
            },
          ],
          representatives: [{ uuid: third, entity: other, signatory: fourth, title: 'Manager', order: 0 }],
          values: [{ uuid: third, signatory: other, customKey: fourth, value: '$5' }],
        },
      ],
    },
    'POST /bulk_signatory_upload',
    {
      transaction,
      uuid,
      file_name: 'investors.csv',
      rows: [
        {
          row: 2,
          signatories: [
            {
              uuid: other,
              full_name: 'Alder LLC',
              email: '',
              is_org: true,
              address: '',
              entity_description: 'a Delaware limited liability company',
            },
          ],
          representatives: [{ uuid: third, entity: other, signatory: fourth, title: 'Manager' }],
          custom_values: [{ uuid: third, signatory: other, custom_key: fourth, value: '$5' }],
        },
      ],
    },
    'There was a problem attempting to add the list of signatories',
  ),
  command(
    createSignatoryDefinition,
    {
      transaction,
      uuid,
      fullName: 'Jane Doe',
      email: 'jane@alder.test',
      isOrg: false,
      address: '',
      entityDescription: '',
      instapagesConfig: null,
      order: 3,
    },
    'POST /signatory',
    {
      transaction,
      uuid,
      full_name: 'Jane Doe',
      email: 'jane@alder.test',
      is_org: false,
      address: '',
      entity_description: '',
      instapages_config: null,
    },
    'There was a problem attempting to create the signatory',
  ),
  command(
    duplicateSignatoriesDefinition,
    {
      transaction,
      copied: [
        { source: third, uuid: other },
        { source: fourth, uuid },
      ],
      signatories: [
        {
          uuid: other,
          fullName: 'Alder LLC',
          email: '',
          isOrg: true,
          address: '',
          entityDescription: '',
          instapagesConfig: null,
          order: 2,
        },
      ],
      representatives: [
        { source: me, uuid: fourth, entity: other, signatory: uuid, title: 'Manager', order: 0 },
      ],
    },
    'POST /signatory/bulk_duplicate',
    {
      transaction,
      signatories: [third, fourth],
      copies: [
        { source: third, uuid: other },
        { source: me, uuid: fourth },
      ],
    },
    'There was a problem attempting to copy the signatories',
  ),
  command(
    takeOverDefinition,
    {
      transaction,
      entity: uuid,
      from: other,
      to: third,
      assignments: [{ uuid: fourth, was: other }],
      members: [{ uuid: me, was: null }],
    },
    'POST /signatory/replace-representative',
    {
      entity_pk: uuid,
      existing_representative_pk: other,
      new_representative_pk: third,
      open_only: true,
    },
    'There was a problem attempting to replace the representative',
  ),
  command(
    mergeSignatoryDefinition,
    {
      transaction,
      uuid,
      kept: other,
      moved: [third],
      along: [{ table: 'packets', key: fourth }],
    },
    'POST /signatory/{id}/merge',
    { id: uuid, into: other },
    'There was a problem attempting to merge the signatories',
  ),
  command(
    createRepresentativeDefinition,
    { transaction, uuid, entity: other, signatory: third, title: 'President', order: 0 },
    'POST /signatory/{id}/representative',
    { id: other, uuid, signatory: third, title: 'President' },
    'There was a problem attempting to create the representative',
  ),
  command(
    updateRepresentativeDefinition,
    { transaction, uuid, edits: { title: 'CEO' } },
    'PATCH /signatory/{id}/representative/{rep}',
    { id: uuid, rep: uuid, title: 'CEO' },
    'There was a problem attempting to update the representative',
  ),
  command(
    moveRepresentativeDefinition,
    { transaction, uuid, after: null, others: [] },
    'PATCH /signatory/{id}/representative/{rep}',
    { id: uuid, rep: uuid, order: 0 },
    'There was a problem attempting to update the order',
  ),
  command(
    deleteRepresentativeDefinition,
    { transaction, uuid },
    'DELETE /signatory/{id}/representative/{rep}',
    { id: uuid, rep: uuid },
    'There was a problem attempting to delete the representative',
  ),
  command(
    restoreRepresentativeDefinition,
    { transaction, row: { ...made, entity: other, signatory: third, title: 'President', order: 0 } },
    'POST /transactions/transaction/{id}/restore',
    { id: transaction, kind: 'representative', uuid },
    'There was a problem attempting to restore the representative',
  ),
  command(
    setCustomValuesDefinition,
    { transaction, values: [{ uuid, signatory: other, customKey: third, value: 'Alder' }] },
    'POST /transactions/custom_value/bulk_set',
    { transaction, values: [{ uuid, signatory: other, custom_key: third, value: 'Alder' }] },
    'There was a problem attempting to update the value',
  ),
  command(
    createSigningGroupMemberDefinition,
    { transaction, uuid, group: other, signatory: third, authRep: null, order: 0 },
    'POST /signing_group_member',
    { uuid, group: other, signatory: third, auth_rep: null },
    'There was a problem attempting to create the signing group member',
  ),
  command(
    updateSigningGroupMemberDefinition,
    { transaction, uuid, authRep: other },
    'PATCH /signing_group_member/{id}',
    { id: uuid, auth_rep: other },
    'There was a problem attempting to update the signing group member',
  ),
  command(
    moveSigningGroupMemberDefinition,
    { transaction, uuid, group: other, after: null, others: [], left: [fourth] },
    'POST /signing_group_member/{id}/move',
    { id: uuid, target: other, to_index: 0 },
    'There was a problem attempting to update the order',
  ),
  command(
    markPageDefinition,
    { transaction, uuid, item: other, document: third, refPageNumber: 7, order: 0 },
    'POST /transactions/item/{id}/mark_page_for_signing',
    { id: other, page_uuid: uuid, for_signing: true },
    'There was a problem attempting to mark the page',
  ),
  command(
    unmarkPageDefinition,
    { transaction, uuid, item: other, along: [{ table: 'assignments', key: third }] },
    'POST /transactions/item/{id}/mark_page_for_signing',
    { id: other, page_uuid: uuid, for_signing: false },
    'There was a problem attempting to unmark the page',
  ),
  command(
    restoreMarkedPageDefinition,
    {
      transaction,
      row: filePage(
        { ...made, item: other, document: third, refPageNumber: 7, order: 0 },
        { madeAt: AT, userId: me },
      ),
    },
    'POST /transactions/transaction/{id}/restore',
    { id: transaction, kind: 'signature_page', uuid },
    'There was a problem attempting to mark the page',
  ),
  command(
    createAssignmentsDefinition,
    {
      transaction,
      assignments: [{ uuid, item: other, page: third, pageOrder: 0, signatory: fourth, authRep: null }],
    },
    'POST /assignments/assignment/bulk_create',
    {
      transaction,
      assignments: [{ uuid, item: other, item_page_uuid: third, signatory: fourth, auth_rep: null }],
    },
    'There was a problem attempting to create the assignments',
  ),
  command(
    deleteAssignmentsDefinition,
    {
      transaction,
      assignments: [{ uuid, item: other, page: third, pageOrder: 0, signatory: fourth, authRep: null }],
    },
    'POST /assignments/assignment/bulk_delete',
    { transaction, assignments: [uuid] },
    'There was a problem attempting to delete the assignments',
  ),
  command(
    moveAssignmentsDefinition,
    { transaction, moves: [{ uuid, from: other, to: third }], emptied: [other], restored: [] },
    'POST /assignments/assignment/bulk_move',
    { transaction, moves: [{ uuid, item_page_uuid: third }] },
    'There was a problem attempting to move the assignments',
  ),
  command(
    restoreAssignmentDefinition,
    {
      transaction,
      row: {
        ...made,
        item: other,
        itemPageUuid: third,
        signatory: fourth,
        authRep: null,
        status: 'assigned' as const,
        header: null,
        customText: '',
        requiresNotary: false,
        requiresWitness: false,
        signingGroupAssignment: null,
        rejectedReason: null,
      },
    },
    'POST /transactions/transaction/{id}/restore',
    { id: transaction, kind: 'assignment', uuid },
    'There was a problem attempting to restore the assignment',
  ),
  command(
    createDynamicAssignmentDefinition,
    { transaction, uuid, signingGroup: other, item: third, page: fourth, pageOrder: 2 },
    'POST /signing_group/{id}/assign_dynamic',
    { id: other, uuid, item: third, item_page_uuid: fourth },
    'There was a problem attempting to create the group assignment',
  ),
  command(
    editBlocksDefinition,
    {
      transaction,
      uuid,
      edits: { blocks: { put: [newSignatureBlock('signature', 1), MOVED_BLOCK], removed: ['lead-in'] } },
    },
    'PATCH /transactions/signature_page/{id}',
    { id: uuid, blocks: [newSignatureBlock('signature', 1), MOVED_BLOCK], removed_blocks: ['lead-in'] },
    'There was a problem attempting to update the signature page',
  ),
  command(
    updateDynamicAssignmentDefinition,
    { transaction, uuid, header: 'Purchasers' },
    'PATCH /assignments/dynamic_assignment/{id}',
    { id: uuid, header: 'Purchasers' },
    'There was a problem attempting to update the group assignment',
  ),
];
