import * as z from 'zod';
import { DEAL_COLLECTIONS } from '../collections/deal-collections.ts';
import { instantSchema, uuidSchema } from './row.ts';

/** What an act was about, by the names that people have for it. An `item` is a document of the checklist, a `document` a file. */
const SUBJECT_KINDS = [
  'transaction',
  'participant',
  ...DEAL_COLLECTIONS.map(({ subject }) => subject),
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** How many subjects of an act are named. */
export const SUBJECTS_TOLD = 20;

/** One thing that an act made, changed or deleted. */
const subjectSchema = z.object({
  kind: z.enum(SUBJECT_KINDS),
  /** The id of the thing itself: an item or a task, not its element; a header is its element. */
  uuid: uuidSchema,
  op: z.enum(['put', 'delete']),
  /**
   * What it was called after the act; where it only moved, what it is called now; of a note the beginning of its text. Null =
   * nobody knows.
   */
  name: z.string().nullable(),
  /** What it was called before, where the act renamed it. */
  was: z.string().nullable(),
  /** What was changed of it, in the wire's names; empty where it was made, brought back or deleted as a whole. */
  fields: z.array(z.string()),
  /** What short facts (done, a date, a signing type) are since. */
  values: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])),
});
export type ActSubject = z.infer<typeof subjectSchema>;

/** What one person did to a deal in one step (docs/product/reports.md, "Activity"). */
const actSchema = z.object({
  /** The deal's counter that the act led to. */
  version: z.int().positive(),
  at: instantSchema,
  actor: z.object({ uuid: uuidSchema, name: z.string() }),
  /** The endpoint, as `group.name`; `demo.seed` for the making of a sample. */
  command: z.string(),
  /** The first `SUBJECTS_TOLD` of them; none where only an order changed. */
  subjects: z.array(subjectSchema).max(SUBJECTS_TOLD),
  /** How many there were. */
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
  /** There is more to ask for from there. */
  more: z.boolean(),
  acts: z.array(actSchema),
});
export type Activity = z.infer<typeof activitySchema>;
