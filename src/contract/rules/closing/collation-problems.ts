/** Why a released document has no executed document, and none is being created. */
export const COLLATION_PROBLEMS = [
  /** Somebody canceled it. */
  'canceled',
  /** The PDF of the released version is gone. */
  'no_file',
  /** Its pages can't be combined with the signed ones. */
  'unreadable',
  /** A released signature is on no page of the document, or on several. */
  'signatures_misplaced',
  /** It would be larger than the server can seal. */
  'too_large',
  /** The server gave up after many attempts. */
  'unavailable',
] as const;
export type CollationProblem = (typeof COLLATION_PROBLEMS)[number];
