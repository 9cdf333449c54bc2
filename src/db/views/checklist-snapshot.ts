import type { RowKind } from '../../contract/rules/checklist/containment.ts';
import type { ChildLists } from '../../contract/rules/checklist/child-lists.ts';
import type { DocumentStatus } from '../../contract/rules/documents/document-status.ts';
import type { DocumentRow, ItemRow, TaskRow } from '../rows.ts';

/** One place of the checklist with its content. An entry that did not change keeps its identity. */
export interface ChecklistEntry {
  /** The element's uuid. */
  uuid: string;
  kind: RowKind;
  /** A header's label, an item's or a task's name; missing content has a text that says so. */
  name: string;
  item: ItemRow | null;
  task: TaskRow | null;
  /** Its content is not on the device, and was not requested since the deal got the place. */
  coming?: boolean;
  /** The item's current document. */
  document: DocumentRow | null;
  documentStatus: DocumentStatus | null;
  /** A version that should have replaced the document could not be converted, and still needs attention. */
  hasFailedVersion?: boolean;
  /** Whether an edit of it is not on the server yet. */
  unsaved: boolean;
}

/**
 * Returns whether the mirror has the place without its content. No server sends such a place: either one of two lists has
 * arrived (`coming`), or data on the device is damaged. The place can be moved and deleted for everyone, but nothing else.
 */
export function isMissing({ kind, item, task }: Pick<ChecklistEntry, 'kind' | 'item' | 'task'>): boolean {
  return kind === 'item' ? item === null : kind === 'task' && task === null;
}

/** A deal's checklist at one moment. Immutable: a change creates a new one that shares the unchanged parts. */
export interface ChecklistSnapshot extends ChecklistContent {
  /** `begun`: the entries and lists that a screen starts with have been read. */
  state: 'loading' | 'begun' | 'ready';
  /** Ids of the documents in the upload queue, once it is ready. */
  queued: readonly string[];
}

/** What it shows. Each part keeps its identity if nothing in it changed. */
export interface ChecklistContent {
  lists: ChildLists;
  entries: ReadonlyMap<string, ChecklistEntry>;
}
