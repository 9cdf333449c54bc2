import type * as z from 'zod';
import type { WireName } from '../collections/deal-collections.ts';
import { elementSchema } from './checklist/element.ts';
import { itemSchema } from './checklist/item.ts';
import { newNoteSchema, noteSchema } from './checklist/note.ts';
import { newTaskSchema, taskEditsSchema, taskSchema } from './checklist/task.ts';
import { executedDocumentPageSchema, executedDocumentSchema } from './closing/executed-document.ts';
import { releaseSchema } from './closing/release.ts';
import { documentSchema } from './documents/document.ts';
import { assignmentSchema } from './signing/assignment.ts';
import { bulkSignatoryUploadSchema } from './signing/bulk-signatory-upload.ts';
import { customValueSchema } from './signing/custom-value.ts';
import { dynamicAssignmentEditsSchema, dynamicAssignmentSchema } from './signing/dynamic-assignment.ts';
import { packetSchema } from './signing/packet.ts';
import { representativeSchema } from './signing/representative.ts';
import { signatorySchema } from './signing/signatory.ts';
import { newSavedBlockSchema, savedBlockEditsSchema, savedBlockSchema } from './signing/signature-block.ts';
import { signaturePageSchema } from './signing/signature-page.ts';
import { signingGroupMemberSchema } from './signing/signing-group-member.ts';
import { signingGroupSchema } from './signing/signing-group.ts';
import { newTabGroupSchema, tabGroupEditsSchema, tabGroupSchema } from './signing/tab-group.ts';
import { newTabSchema, tabEditsSchema, tabSchema } from './signing/tab.ts';
import { customKeyEditsSchema, customKeySchema, newCustomKeysSchema } from './transactions/custom-key.ts';

/**
 * The schemas of a collection. With `new` or `edits`, it has the standard endpoints and no others
 * (../endpoints/standard-endpoints.ts).
 */
export interface CollectionSchemas {
  /** A row as every reader gets it. */
  row: z.ZodObject;
  /** The input that creates a row, or several rows in collections that are created in bulk. */
  new?: z.ZodType;
  /** The fields that can be changed. */
  edits?: z.ZodObject;
}

/** The schemas of each collection, by its name on the wire. */
export const COLLECTION_SCHEMAS = {
  elements: { row: elementSchema },
  items: { row: itemSchema },
  documents: { row: documentSchema },
  tasks: { row: taskSchema, new: newTaskSchema, edits: taskEditsSchema },
  notes: { row: noteSchema, new: newNoteSchema },
  custom_keys: { row: customKeySchema, new: newCustomKeysSchema, edits: customKeyEditsSchema },
  bulk_signatory_uploads: { row: bulkSignatoryUploadSchema },
  signatories: { row: signatorySchema },
  representatives: { row: representativeSchema },
  custom_values: { row: customValueSchema },
  signing_groups: { row: signingGroupSchema },
  signing_group_members: { row: signingGroupMemberSchema },
  signature_blocks: { row: savedBlockSchema, new: newSavedBlockSchema, edits: savedBlockEditsSchema },
  signature_pages: { row: signaturePageSchema },
  dynamic_assignments: { row: dynamicAssignmentSchema, edits: dynamicAssignmentEditsSchema },
  assignments: { row: assignmentSchema },
  packets: { row: packetSchema },
  executed_documents: { row: executedDocumentSchema },
  executed_document_pages: { row: executedDocumentPageSchema },
  tab_groups: { row: tabGroupSchema, new: newTabGroupSchema, edits: tabGroupEditsSchema },
  tabs: { row: tabSchema, new: newTabSchema, edits: tabEditsSchema },
  releases: { row: releaseSchema },
} satisfies Record<WireName, CollectionSchemas>;
