import type { ChildLists } from '../../contract/rules/child-lists.ts';
import type { DocumentStatus } from '../../contract/rules/document-status.ts';
import type { DocumentRow, ItemRow, TaskRow } from '../rows.ts';

/** One place of the checklist with what stands on it. An entry that did not change keeps its identity. */
export interface ChecklistEntry {
  /** The element's uuid. */
  uuid: string;
  kind: 'header' | 'item' | 'task';
  /** A header's label, an item's or a task's name. */
  name: string;
  item: ItemRow | null;
  task: TaskRow | null;
  /** The item's current document. */
  document: DocumentRow | null;
  documentStatus: DocumentStatus | null;
  /** An edit of it is not yet on the server. */
  unsaved: boolean;
}

/** A deal's checklist at one moment. Immutable: a change makes a new one that shares what stayed the same. */
export interface ChecklistSnapshot extends ChecklistContent {
  /** `begun`: those entries are there that a screen begins with, and their lists. */
  state: 'loading' | 'begun' | 'ready';
  /** Ids of the documents of the upload queue, once it is ready. */
  queued: readonly string[];
}

/** What of it is shown. Each keeps its identity where nothing in it changed. */
export interface ChecklistContent {
  lists: ChildLists;
  entries: ReadonlyMap<string, ChecklistEntry>;
}
