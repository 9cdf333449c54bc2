import { ORPCError } from '@orpc/server';
import type { RowError } from '../src/contract/entities/signing/bulk-signatory-upload.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '../src/contract/errors.ts';

type RefusalDetail = {
  /** The names of the invalid parts of the request. */
  fields?: string[];
  /** The conflicting row in its wire format. */
  current?: Record<string, unknown>;
  /** For `changed_meanwhile`: the name of the author (null = the server itself), and when. */
  changed?: { by: string | null; at: string };
  /** The invalid rows of a list, none of which was added. */
  errors?: RowError[];
  /** For `needs_review`: marked pages without a page in the new version, and changed pages that weren't looked at. */
  unmatched?: { page: string; number: number }[];
  changes?: { before: number | null; after: number | null }[];
  /** Seconds to wait before the next request. */
  retryAfter?: number;
};

/**
 * Why a request is refused: a code from the closed list and a sentence for the user. It can be thrown anywhere below the
 * route, and one place turns it into a response.
 */
export class Refusal extends ORPCError<ErrorCode, RefusalDetail> {
  constructor(code: ErrorCode, sentence: string, detail: RefusalDetail = {}, cause?: unknown) {
    super(code, { status: ERRORS[code].status, message: sentence, data: detail, cause });
  }

  get body(): ErrorBody {
    const { fields, current, changed, errors, unmatched, changes } = this.data;
    return {
      code: this.code,
      error_message: this.message,
      ...(fields && { fields }),
      ...(current && { current }),
      ...(errors && { num_created: 0, errors }),
      ...(unmatched && { unmatched }),
      ...(changes && { changes }),
      ...(changed && { changed_by: changed.by, changed_at: changed.at }),
    };
  }
}

/** The sentence is the same for missing and hidden rows. */
export function notFound(what = 'What you asked for'): Refusal {
  return new Refusal('not_found', `${what} does not exist, or you have no access to it.`);
}

export function invalid(sentence: string, ...fields: string[]): Refusal {
  return new Refusal('invalid', sentence, fields.length > 0 ? { fields } : {});
}

/** States the wait, in words and as `Retry-After`. */
export function tooMany(sentence: string, seconds: number): Refusal {
  return new Refusal('too_many_requests', `${sentence} Wait ${inWords(seconds)} and try again.`, {
    retryAfter: seconds,
  });
}

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second';
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
