import * as z from 'zod';
import { DEAL_COLLECTIONS } from '../../collections/deal-collections.ts';
import { instantSchema, uuidSchema } from '../row.ts';

/** The subject of an act, in the users' terms: an `item` is a document on the checklist, a `document` is a file. */
const SUBJECT_KINDS = [
  'transaction',
  'participant',
  ...DEAL_COLLECTIONS.map(({ subject }) => subject),
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The maximum number of subjects that an act names. */
export const SUBJECTS_TOLD = 20;

/** One thing that an act created, changed or deleted. */
const subjectSchema = z.object({
  kind: z.enum(SUBJECT_KINDS),
  /** The id of the subject itself: an item or a task, not its element; for a header, its element. */
  uuid: uuidSchema,
  op: z.enum(['put', 'delete']),
  /**
   * Its name after the act or, if it only moved, its current name; for a note, the beginning of its text. Null =
   * unknown.
   */
  name: z.string().nullable(),
  /** Its previous name, if the act renamed it. */
  was: z.string().nullable(),
  /** The changed fields, by their wire names; empty if it was created, restored or deleted as a whole. */
  fields: z.array(z.string()),
  /** The new values of short fields (done, a date, a signing type). */
  values: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])),
});
export type ActSubject = z.infer<typeof subjectSchema>;

/** What one person did to a deal in one step (docs/product/reports.md, "Activity"). */
const actSchema = z.object({
  /** The deal's counter after the act. */
  version: z.int().positive(),
  at: instantSchema,
  /** A user, or a signatory in the signing room. */
  actor: z.object({ uuid: uuidSchema, name: z.string() }),
  /** The endpoint, as `group.name`; `demo.seed` for creating a sample. */
  command: z.string(),
  /** The first `SUBJECTS_TOLD` of them; empty if only an order changed. */
  subjects: z.array(subjectSchema).max(SUBJECTS_TOLD),
  /** The total number. */
  num_subjects: z.int().nonnegative(),
});
export type Act = z.infer<typeof actSchema>;

/**
 * Who did what in a deal since the reader's cursor, oldest first. `complete` = from the log's beginning, so the reader drops
 * earlier entries. The next cursor is (`epoch`, `version`), as in `changesSchema`.
 */
export const activitySchema = z.object({
  epoch: z.string(),
  version: z.int().nonnegative(),
  complete: z.boolean(),
  /** More entries can be requested from there. */
  more: z.boolean(),
  acts: z.array(actSchema),
});
export type Activity = z.infer<typeof activitySchema>;
