import { countsAsSignature, type AssignmentStatus } from '../signing/assignments/assignment-status.ts';
import type { DownloadKind } from './download-plan.ts';

/** The facts that decide which downloads a document has. */
export interface DownloadFacts {
  readonly hasFile: boolean;
  /** It has signature pages, and nobody uploaded it as executed. */
  readonly isSigned: boolean;
  readonly hasReleased: boolean;
  readonly hasOutstanding: boolean;
  /** A page of its file is marked for signing, and nobody signs it. */
  readonly hasBlankInBody: boolean;
}

/** Returns which kinds of download a document on the checklist has. A held signature counts as outstanding. */
export function downloadFacts({
  hasFile,
  isForSigning,
  isFullyExecuted,
  pages,
  statuses,
  hasBlankInBody,
}: {
  hasFile: boolean;
  isForSigning: boolean;
  isFullyExecuted: boolean;
  pages: number;
  statuses: readonly AssignmentStatus[];
  hasBlankInBody: boolean;
}): DownloadFacts {
  const isSigned = isForSigning && !isFullyExecuted && pages > 0;
  const counted = isSigned ? statuses.filter(countsAsSignature) : [];
  return {
    hasFile,
    isSigned,
    hasReleased: counted.includes('released'),
    hasOutstanding: counted.some((status) => status !== 'released'),
    hasBlankInBody: isSigned && hasBlankInBody,
  };
}

/**
 * Returns the kinds of download that give at least one of these documents, the most complete one first. A kind that would give the same
 * as another is left out.
 * @param attachments of these documents, at any depth
 */
export function offeredKinds(
  documents: readonly DownloadFacts[],
  attachments: readonly DownloadFacts[],
): DownloadKind[] {
  const all = [...documents, ...attachments];
  const hasFiles = documents.some(({ hasFile, isSigned }) => hasFile || isSigned);
  const hasAttachments = attachments.some(({ hasFile, isSigned }) => hasFile || isSigned);
  const isSigned = documents.some((each) => each.isSigned);
  const offers: Record<DownloadKind, boolean> = {
    executed_item_with_attachments: hasAttachments,
    executed_item_with_attachments_without_unexecuted_pages: hasAttachments && all.some(hasUnsigned),
    executed_item: hasFiles,
    executed_item_without_unexecuted_pages: documents.some(
      (each) => hasUnsigned(each) && (each.hasFile || each.hasReleased),
    ),
    unexecuted_item: isSigned,
    nonexecutable_item: documents.some((each) => each.hasFile && each.isSigned),
    executed_sigs: documents.some(({ hasReleased }) => hasReleased),
    unexecuted_packets: documents.some(({ hasOutstanding }) => hasOutstanding),
  };
  return ORDER.filter((kind) => offers[kind]);
}

function hasUnsigned({ hasOutstanding, hasBlankInBody }: DownloadFacts): boolean {
  return hasOutstanding || hasBlankInBody;
}

const ORDER: readonly DownloadKind[] = [
  'executed_item_with_attachments',
  'executed_item_with_attachments_without_unexecuted_pages',
  'executed_item',
  'executed_item_without_unexecuted_pages',
  'executed_sigs',
  'unexecuted_packets',
  'unexecuted_item',
  'nonexecutable_item',
];
