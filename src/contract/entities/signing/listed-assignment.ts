import * as z from 'zod';
import { assignmentSchema } from './assignment.ts';
import { dynamicAssignmentSchema } from './dynamic-assignment.ts';
import { packetSchema } from './packet.ts';
import { instantSchema, uuidSchema } from '../row.ts';
import { tabGroupSchema } from './tab-group.ts';
import { tabSchema } from './tab.ts';

/** What happened to a deed: it was submitted with the whole document of this hash, or witnessed by the person with this name. */
const deedActSchema = z.object({
  at: instantSchema,
  kind: z.enum(['deed_submitted', 'witnessed']),
  document_sha256: z.string().nullable(),
  witness: z.string().nullable(),
});
export type DeedAct = z.infer<typeof deedActSchema>;

/** An assignment as in the list of assignments: with its group's assignment and, on request, its tabs. */
export const listedAssignmentSchema = assignmentSchema.extend({
  signing_group_assignment: dynamicAssignmentSchema
    .pick({ uuid: true, item: true, item_page_uuid: true, signing_group: true, header: true })
    .nullable(),
  packet: uuidSchema.nullable(),
  /** The page's position in the packet, counted from 1; null until the packet's pages are made. */
  packet_page: z.int().positive().nullable(),
  packet_status: packetSchema.shape.status.nullable(),
  /** The returned file with its signed page, and that page, if it was signed on paper. */
  executed_document: uuidSchema.nullable(),
  executed_document_page: uuidSchema.nullable(),
  deed_submission_audit_log: z.array(deedActSchema),
  tabs: z.array(tabSchema).optional(),
  tab_groups: z.array(tabGroupSchema).optional(),
});
export type ListedAssignment = z.infer<typeof listedAssignmentSchema>;
