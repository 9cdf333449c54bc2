import { canRetry } from '../../contract/rules/documents/upload-status.ts';
import { counted } from '../lib/format/numbers.ts';
import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';

/** Which rows are selected, and which of these only because they were in the queue when the page was opened. */
export interface QueueSelection {
  selected: ReadonlySet<string>;
  leftovers: ReadonlySet<string>;
}

export const NOTHING_SELECTED: QueueSelection = { selected: new Set(), leftovers: new Set() };

/**
 * The selection after the queue changed (docs/product/upload-queue.md, "Selection"). `before` is null when the page was just opened: then
 * everything that could be added is selected. Later, a document is selected when its conversion newly completes or when it
 * comes into an empty queue, unless another participant uploaded it. An upload deselects the leftovers of earlier ones, so
 * that only its own files are added. A document that newly fails is deselected: it would keep the others from being added.
 */
export function selectionAfter(
  last: QueueSelection,
  before: readonly QueueEntry[] | null,
  now: readonly QueueEntry[],
): QueueSelection {
  const addable = (entry: QueueEntry) => entry.saved && !entry.failed;
  if (before === null) {
    const all = new Set(now.filter(addable).map(({ uuid }) => uuid));
    return { selected: all, leftovers: all };
  }
  const earlier = new Map(before.map((entry) => [entry.uuid, entry]));
  const uploads = now.some((entry) => !earlier.has(entry.uuid) && !entry.byAnother);
  const leftovers: ReadonlySet<string> = uploads ? new Set() : last.leftovers;
  const next = new Set<string>();
  for (const entry of now) {
    const was = earlier.get(entry.uuid);
    const newlyComplete =
      entry.status === 'CONVERSION_COMPLETE' && was !== undefined && was.status !== 'CONVERSION_COMPLETE';
    const newlyFailed = entry.failed && was?.failed === false;
    const intoEmpty = before.length === 0 && addable(entry);
    const kept =
      last.selected.has(entry.uuid) && !newlyFailed && !(uploads && last.leftovers.has(entry.uuid));
    if (kept || ((newlyComplete || intoEmpty) && !entry.byAnother)) next.add(entry.uuid);
  }
  const same = next.size === last.selected.size && [...next].every((uuid) => last.selected.has(uuid));
  return same && leftovers === last.leftovers ? last : { selected: same ? last.selected : next, leftovers };
}

/** The selection after the person chose, or deselected, these rows. */
export function selectionWith(
  last: QueueSelection,
  { uuids, on }: { uuids: readonly string[]; on: boolean },
): QueueSelection {
  const selected = new Set(last.selected);
  const leftovers = new Set(last.leftovers);
  for (const uuid of uuids) {
    leftovers.delete(uuid);
    if (on) selected.add(uuid);
    else selected.delete(uuid);
  }
  return { selected, leftovers };
}

export interface AddState {
  enabled: boolean;
  /** "Add 3 documents to transaction". */
  label: string;
  /** Why it is not enabled, where the person can do something about it. */
  hint: string | null;
}

/** Whether the chosen documents may be added to the transaction (docs/product/upload-queue.md, "Adding to the transaction"). */
export function addState(
  entries: readonly QueueEntry[],
  selected: ReadonlySet<string>,
  loading: boolean,
): AddState {
  const chosen = entries.filter((entry) => selected.has(entry.uuid));
  const failed = chosen.filter(isStuck).length;
  const waiting = chosen.filter((entry) => !isStuck(entry) && entry.status !== 'CONVERSION_COMPLETE').length;
  return {
    enabled: chosen.length > 0 && failed === 0 && waiting === 0 && !loading,
    label: `Add ${counted(chosen.length, 'document', 'documents')} to transaction`,
    hint: hintFor(entries.length, chosen.length, failed, waiting),
  };
}

/** Nothing becomes of it by itself, and nothing is to be chosen of it: its row says why. */
export function isStuck({ failed, duplicateOf }: QueueEntry): boolean {
  return failed || duplicateOf !== null;
}

/** The queue as it is shown: apart what waits for the person, what failed first, so that it is seen among hundreds. */
export function inGroups(entries: readonly QueueEntry[]): { stuck: QueueEntry[]; others: QueueEntry[] } {
  const stuck = entries.filter(isStuck);
  return {
    stuck: [...stuck.filter(({ failed }) => failed), ...stuck.filter(({ failed }) => !failed)],
    others: entries.filter((entry) => !isStuck(entry)),
  };
}

function hintFor(total: number, chosen: number, failed: number, waiting: number): string | null {
  if (total === 0) return null;
  if (chosen === 0) return 'Select the documents to add.';
  if (failed > 0) return 'Deselect or delete what needs your attention.';
  if (waiting > 0) return `Waiting for ${counted(waiting, 'document', 'documents')} to be ready.`;
  return null;
}

/** Whether its bytes are on this device alone: on its way, undecided, or failed in a way that a new try can mend. */
export function isUnsaved({ underWay, duplicateOf, evicted, status }: QueueEntry): boolean {
  return !evicted && (underWay || duplicateOf !== null || canRetry(status));
}

/** Whether closing the window would leave a file that the server does not have (docs/product/upload-queue.md, "Leaving the page"). */
export function hasUnsaved(entries: readonly QueueEntry[]): boolean {
  return entries.some(isUnsaved);
}

/** 'N of M documents complete.' and 'Failed to upload N of M documents.' (docs/product/upload-queue.md, "Where it shows"). */
export function queueSummary(entries: readonly QueueEntry[]): { complete: string; failed: string | null } {
  const complete = entries.filter((entry) => entry.status === 'CONVERSION_COMPLETE').length;
  const failed = entries.filter((entry) => entry.failed).length;
  return {
    complete: `${complete} of ${entries.length} documents complete.`,
    failed: failed > 0 ? `Failed to upload ${failed} of ${entries.length} documents.` : null,
  };
}
