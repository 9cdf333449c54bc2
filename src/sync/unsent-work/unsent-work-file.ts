import * as z from 'zod';
import { SIGNING_TYPES } from '../../contract/rules/documents/upload-checks.ts';
import { outboxRowSchema } from '../../db/outbox/outbox-row.ts';
import type { FileRow, RejectedRow } from '../../db/rows.ts';

/**
 * Version of the format of a file of unsent work. A new command or a new format of outbox rows also needs a new version, so
 * that an older app meets no edit that it cannot read.
 *
 * 1  edits, each with its frozen request, refused edits, queued files and the bytes of both
 * 2  tasks, notes, custom keys, people, archiving, restores; items with their place
 * 3  restores from the activity
 * 4  documents deleted from the queue only while they are in it
 * 5  returned files of signed pages
 */
export const UNSENT_WORK_FORMAT = 5;

/** The path of the rows in the archive; the bytes are next to it under `files/`. */
export const ROWS_PATH = 'unsent-work.json';

const word = z.string().min(1);

const refusedSchema: z.ZodType<RejectedRow> = z.object({
  id: word,
  lane: word,
  name: word,
  args: z.unknown(),
  madeAt: z.string(),
  rejectedAt: z.string(),
  reason: z.string(),
  code: z.string(),
  because: z.string().optional(),
  seq: z.number().optional(),
  called: z.string().optional(),
  baseVersion: z.number().optional(),
  conflict: z
    .object({
      fields: z.array(z.string()),
      current: z.record(z.string(), z.unknown()),
      changedBy: z.string().nullable(),
      changedAt: z.string().nullable(),
    })
    .optional(),
});

/** Statuses of files that are not on the server and whose bytes are here. */
export const CARRIED_STATUSES = [
  'QUEUED',
  'IN_PROGRESS',
  'FETCHING_PRESIGNED_URL',
  'SUCCESS_FETCHING_PRESIGNED_URL',
  'UPLOADING_FILE_TO_STORE',
  'SUCCESS_UPLOADING_FILE_TO_STORE',
  'CREATING_DOCUMENT',
  'FAILED_FETCHING_PRESIGNED_URL',
  'FAILED_UPLOADING_FILE_TO_STORE',
  'FAILED_CREATING_DOCUMENT',
] as const satisfies readonly FileRow['status'][];

const fileSchema: z.ZodType<FileRow> = z.object({
  uuid: word,
  transaction: word,
  fileName: z.string(),
  name: z.string(),
  signingType: z.enum(SIGNING_TYPES),
  mediaType: z.string(),
  size: z.number(),
  status: z.enum(CARRIED_STATUSES),
  uploadOrder: z.number(),
  addedAt: z.string(),
  sha256: z.string().optional(),
  duplicateOf: z.string().optional(),
  versionOf: z.string().optional(),
  returned: z.literal(true).optional(),
  expectedSignatory: z.string().optional(),
  sentBytes: z.number(),
  afresh: z.boolean().optional(),
  errorMessage: z.string().optional(),
});

/** The content of a file of unsent work: its owner, when it was created, and every row that the server has not accepted. */
export const unsentWorkSchema = z.object({
  format: z.int().min(1).max(UNSENT_WORK_FORMAT),
  userId: word,
  email: z.string(),
  madeAt: z.iso.datetime(),
  /** The outbox, in the order of creation. */
  edits: z.array(outboxRowSchema),
  /** The tray. */
  refused: z.array(refusedSchema),
  files: z.array(fileSchema),
  /** The location of a file's bytes in the archive, and their number, by the uuid of its row. */
  bytes: z.array(z.object({ uuid: word, path: word, size: z.number(), mediaType: z.string() })),
});
export type UnsentWork = z.infer<typeof unsentWorkSchema>;

/** Read before anything else. A file in a newer format isn't damaged, just not for this version. */
export const headSchema = z.object({ format: z.number(), userId: word, email: z.string() });
