import type { DocumentReplacement } from '../../../contract/entities/documents/document-replacement.ts';
import type { Authority } from '../../../contract/rules/closing/carry-over.ts';
import type { Camelized } from '../../codec.ts';
import { requestTo } from '../../outbox/command.ts';
import type { CallOutcome, OnlineCall } from '../account/online-calls.ts';

// Replacing a signed document needs the server, because nobody should learn an hour later that another version was made
// current.

/** Reads what another version of a document would change. It is never stored on the device. */
export type ReplacementAnswer =
  | { outcome: 'done'; replacement: Camelized<DocumentReplacement> }
  | Exclude<CallOutcome, { outcome: 'done' }>;

/** What the user decided about a new version. */
export interface Replacement {
  item: string;
  document: string;
  /** The version that the new one was compared with. */
  before: string;
  pageMap: readonly { page: string; number: number | null }[];
  acceptedChanges: readonly { before: number | null; after: number | null }[];
  carryOver: {
    assignments: readonly string[];
    authority: Authority;
    reason: string;
    /** The document that records it; null = none. */
    file: string | null;
  } | null;
}

/** Makes another version of a signed document current. */
export function replaceDocument({
  item,
  document,
  before,
  pageMap,
  acceptedChanges,
  carryOver,
}: Replacement): OnlineCall {
  const request = requestTo('items', 'replaceDocument', {
    id: item,
    document,
    before,
    page_map: pageMap.map(({ page, number }) => ({ page, number })),
    accepted_changes: acceptedChanges.map((change) => ({ before: change.before, after: change.after })),
    ...(carryOver && {
      carry_over: {
        assignments: [...carryOver.assignments],
        authority: carryOver.authority,
        reason: carryOver.reason,
        ...(carryOver.file !== null && { file: carryOver.file }),
        confirmed: true,
      },
    }),
  });
  return { request, changes: [] };
}
