import { canRetry } from '../../contract/rules/documents/upload-status.ts';
import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import { QUEUE } from './upload-queue-copy.ts';

export interface QueueSelection {
  selected: ReadonlySet<string>;
  /** The documents that are selected only because they were in the queue when the page opened. */
  leftovers: ReadonlySet<string>;
}

export const NOTHING_SELECTED: QueueSelection = { selected: new Set(), leftovers: new Set() };

/**
 * Returns the selection after the queue changed (docs/product/upload-queue.md, "Selection"). When the page has just opened,
 * `before` is null and everything that can be added is selected. Later, a document is selected when its conversion newly
 * completes or when it enters an empty queue, unless another participant uploaded it. A new upload deselects the leftovers of
 * earlier ones, so that only its own files are added. A document that newly fails is deselected, because it would block the
 * others.
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

/** Returns the selection after the user selected or deselected these rows. */
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
  label: string;
  /** Why the button is disabled, if the user can do something about it. */
  hint: string | null;
}

/** Returns whether the selected documents can be added to the transaction (docs/product/upload-queue.md, "Adding to the transaction"). */
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
    label: QUEUE.add(chosen.length),
    hint: hintFor(entries.length, chosen.length, failed, waiting),
  };
}

/** Returns whether the document is stuck until the user decides. Its row says why. */
export function isStuck({ failed, duplicateOf }: QueueEntry): boolean {
  return failed || duplicateOf !== null;
}

/** Returns the queue in display order: documents that need the user come first, failed ones on top. */
export function inGroups(entries: readonly QueueEntry[]): { stuck: QueueEntry[]; others: QueueEntry[] } {
  const stuck = entries.filter(isStuck);
  return {
    stuck: [...stuck.filter(({ failed }) => failed), ...stuck.filter(({ failed }) => !failed)],
    others: entries.filter((entry) => !isStuck(entry)),
  };
}

function hintFor(total: number, chosen: number, failed: number, waiting: number): string | null {
  if (total === 0) return null;
  if (chosen === 0) return QUEUE.selectFirst;
  if (failed > 0) return QUEUE.deselectFailed;
  if (waiting > 0) return QUEUE.notReady(waiting);
  return null;
}

/**
 * Returns whether the bytes are only on this device: the file is uploading, is a duplicate, or failed in a way that a retry can
 * fix.
 */
export function isUnsaved({ underWay, duplicateOf, evicted, status }: QueueEntry): boolean {
  return !evicted && (underWay || duplicateOf !== null || canRetry(status));
}

/** Returns whether a file on this device is missing on the server. */
export function hasUnsaved(entries: readonly QueueEntry[]): boolean {
  return entries.some(isUnsaved);
}

/** Returns the two sentences of the summary tooltip. */
export function queueSummary(entries: readonly QueueEntry[]): { complete: string; failed: string | null } {
  const complete = entries.filter((entry) => entry.status === 'CONVERSION_COMPLETE').length;
  const failed = entries.filter((entry) => entry.failed).length;
  return {
    complete: QUEUE.complete(complete, entries.length),
    failed: failed > 0 ? QUEUE.failed(failed, entries.length) : null,
  };
}
