import * as z from 'zod';
import type { AssignmentsArgs } from '../commands/signing/assignments.ts';

const id = z.uuid();

/** Assignments that are made or removed, as the device stores them. */
export const assignedSchema: z.ZodType<AssignmentsArgs> = z.object({
  transaction: id,
  assignments: z
    .array(
      z.object({
        uuid: id,
        item: id,
        page: id,
        pageOrder: z.number(),
        signatory: id,
        authRep: id.nullable(),
        pageStays: z.boolean().optional(),
      }),
    )
    .min(1),
});
