import * as z from 'zod';
import { byWire, type WireName } from '../../collections/deal-collections.ts';
import { assignmentSchema } from '../signing/assignment.ts';
import { bulkSignatoryUploadSchema } from '../signing/bulk-signatory-upload.ts';
import { customKeySchema } from './custom-key.ts';
import { customValueSchema } from '../signing/custom-value.ts';
import { documentSchema } from '../documents/document.ts';
import { dynamicAssignmentSchema } from '../signing/dynamic-assignment.ts';
import { executedDocumentPageSchema, executedDocumentSchema } from '../closing/executed-document.ts';
import { elementSchema } from '../checklist/element.ts';
import { itemSchema } from '../checklist/item.ts';
import { noteSchema } from '../checklist/note.ts';
import { packetSchema } from '../signing/packet.ts';
import { releaseSchema } from '../closing/release.ts';
import { representativeSchema } from '../signing/representative.ts';
import { uuidSchema } from '../row.ts';
import { signatorySchema } from '../signing/signatory.ts';
import { savedBlockSchema } from '../signing/signature-block.ts';
import { signaturePageSchema } from '../signing/signature-page.ts';
import { signingGroupMemberSchema } from '../signing/signing-group-member.ts';
import { signingGroupSchema } from '../signing/signing-group.ts';
import { tabGroupSchema } from '../signing/tab-group.ts';
import { tabSchema } from '../signing/tab.ts';
import { taskSchema } from '../checklist/task.ts';
import { transactionSchema } from './transaction.ts';

/** The rows of each collection, by its name on the wire. */
export const ROW_SCHEMAS = {
  elements: elementSchema,
  items: itemSchema,
  documents: documentSchema,
  tasks: taskSchema,
  notes: noteSchema,
  custom_keys: customKeySchema,
  bulk_signatory_uploads: bulkSignatoryUploadSchema,
  signatories: signatorySchema,
  representatives: representativeSchema,
  custom_values: customValueSchema,
  signing_groups: signingGroupSchema,
  signing_group_members: signingGroupMemberSchema,
  signature_blocks: savedBlockSchema,
  signature_pages: signaturePageSchema,
  dynamic_assignments: dynamicAssignmentSchema,
  assignments: assignmentSchema,
  packets: packetSchema,
  executed_documents: executedDocumentSchema,
  executed_document_pages: executedDocumentPageSchema,
  tab_groups: tabGroupSchema,
  tabs: tabSchema,
  releases: releaseSchema,
} satisfies Record<WireName, z.ZodObject>;

type RowSchemas = typeof ROW_SCHEMAS;

/** A list of each collection's rows. */
function listsOf(schemas: RowSchemas): { [Wire in WireName]: z.ZodArray<RowSchemas[Wire]> };
function listsOf(schemas: RowSchemas): Record<WireName, z.ZodType> {
  return byWire(({ wire }) => z.array<z.ZodType>(schemas[wire]));
}

/** Everything in a deal, by collection: what the feed sends and the deal's checksum covers. */
const dealRowsSchema = z.object(listsOf(ROW_SCHEMAS));
export type DealRows = z.infer<typeof dealRowsSchema>;

const uuids = z.array(uuidSchema);

/**
 * What changed in a deal since the reader's cursor, from one snapshot, as the reader can see it. With `complete`, it
 * is everything in the deal: anything not in it is gone. A row that changed several times is there once, as it is
 * now; a row that was created and deleted in between counts as deleted. The next cursor is (`epoch`, `version`),
 * which belong together: the epoch names the history that led to exactly that version. A database that was rolled
 * back no longer knows it and answers `cursor_too_old`.
 */
export const changesSchema = z.object({
  epoch: z.string(),
  /** The deal's counter as of this response. */
  version: z.int().nonnegative(),
  complete: z.boolean(),
  /** The deal itself; null = it has not changed. */
  transaction: transactionSchema.nullable(),
  puts: dealRowsSchema,
  deletes: z.object(byWire(() => uuids)),
  /** Whole lists of a parent's children, in order; `parent` null = the top level. */
  lists: z.array(z.object({ parent: uuidSchema.nullable(), children: uuids })),
  /** `dealChecksum` of everything in the deal at `version`, if it was asked for. */
  checksum: z.string().nullable(),
});
export type Changes = z.infer<typeof changesSchema>;
