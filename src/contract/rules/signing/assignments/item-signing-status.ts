import { countsAsSignature, isExecuted, wentOut, type AssignmentStatus } from './assignment-status.ts';

export type ItemSigningStatus =
  | 'executed'
  | 'non_executable'
  | 'no_pages'
  | 'collating'
  | 'released'
  | 'ready_to_collate'
  | 'partially_executed'
  | 'out'
  | 'not_sent';

export interface ItemSigning {
  isFullyExecuted: boolean;
  isForSigning: boolean;
  /** How many signature pages the item has. */
  pages: number;
  /** Whether the body and its signature pages have been combined into one document. */
  collation: 'none' | 'running' | 'done';
  /** The statuses of its assignments. */
  assignments: readonly AssignmentStatus[];
}

/**
 * Returns the signing status of a document: the first one that applies (docs/product/signatories.md, "Statuses").
 * Rejected, canceled and superseded assignments don't count.
 */
export function itemSigningStatus(item: ItemSigning): ItemSigningStatus {
  if (item.isFullyExecuted) return 'executed';
  if (!item.isForSigning) return 'non_executable';
  if (item.pages === 0) return 'no_pages';
  if (item.collation === 'running') return 'collating';
  if (item.collation === 'done') return 'executed';
  const counted = item.assignments.filter(countsAsSignature);
  if (counted.some(isExecuted)) {
    if (counted.every((status) => status === 'released')) return 'released';
    return counted.every(isExecuted) ? 'ready_to_collate' : 'partially_executed';
  }
  return counted.some(wentOut) ? 'out' : 'not_sent';
}
