import * as z from 'zod';
import { rowErrorSchema } from './entities/signing/bulk-signatory-upload.ts';

/**
 * The closed list of error codes, each with its status and the client's reaction. `signed_out` ends the session
 * (docs/product/api.md, "Errors"); a `rejected` edit is rolled back and kept in the tray; `retry` waits and tries
 * again; `update` pauses until the person reloads.
 */
export const ERRORS = {
  malformed_request: { status: 400, client: 'rejected' },
  wrong_credentials: { status: 401, client: 'rejected' },
  signed_out: { status: 401, client: 'signed_out' },
  /** An admin has ended the user's access: the device keeps only unsent work. */
  access_ended: { status: 401, client: 'signed_out' },
  not_allowed: { status: 403, client: 'rejected' },
  /** Nobody can sign in to this account until an admin enables it again. */
  account_disabled: { status: 403, client: 'rejected' },
  foreign_origin: { status: 403, client: 'rejected' },
  not_found: { status: 404, client: 'rejected' },
  uuid_taken: { status: 409, client: 'rejected' },
  document_exists: { status: 409, client: 'rejected' },
  changed_meanwhile: { status: 409, client: 'rejected' },
  /** A document can't be replaced before a person has looked at what changed. */
  needs_review: { status: 409, client: 'rejected' },
  /** The document to delete from the upload queue is on the checklist by now, so it was kept. */
  on_checklist: { status: 409, client: 'rejected' },
  /** The change feed cannot continue from this cursor: the whole deal is pulled. */
  cursor_too_old: { status: 410, client: 'rejected' },
  too_large: { status: 413, client: 'rejected' },
  invalid: { status: 422, client: 'rejected' },
  /** A create whose file is not (or no longer) in the store: it must be uploaded first. */
  upload_missing: { status: 422, client: 'rejected' },
  contract_too_old: { status: 426, client: 'update' },
  too_many_requests: { status: 429, client: 'retry' },
  internal: { status: 500, client: 'retry' },
  unavailable: { status: 503, client: 'retry' },
} as const satisfies Record<
  string,
  { status: number; client: 'signed_out' | 'rejected' | 'retry' | 'update' }
>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * Returns the client's reaction to a failed response: by its code or, if the code is newer than the client, by its
 * status.
 */
export function clientDoes(code: string, status: number): 'signed_out' | 'rejected' | 'retry' | 'update' {
  const known = Object.entries(ERRORS).find(([name]) => name === code);
  if (known) return known[1].client;
  if (status === 401) return 'signed_out';
  if (status === 426) return 'update';
  return status === 408 || status === 429 || status >= 500 ? 'retry' : 'rejected';
}

/**
 * The body of every failed response (docs/product/api.md, "Errors"): a sentence for the user in `error_message`, an `ErrorCode`
 * for the program; a client may meet newer codes. `fields` names what is wrong in the request; `current` is the conflicting row
 * of a 409, `changed_by` the name of the last author of those fields and `changed_at` the time. `errors` names the invalid rows
 * of a list; `num_created` is 0 then. `unmatched` and `changes` are the pages that somebody has to look at (`needs_review`).
 */
export const errorBodySchema = z.object({
  code: z.string(),
  error_message: z.string(),
  fields: z.array(z.string()).optional(),
  current: z.record(z.string(), z.unknown()).optional(),
  changed_by: z.string().nullable().optional(),
  changed_at: z.iso.datetime().optional(),
  num_created: z.literal(0).optional(),
  errors: z.array(rowErrorSchema).optional(),
  unmatched: z.array(z.object({ page: z.string(), number: z.int() })).optional(),
  changes: z.array(z.object({ before: z.int().nullable(), after: z.int().nullable() })).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
