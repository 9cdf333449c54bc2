import type { RowKind } from '../../contract/rules/checklist/containment.ts';
import type { ChildLists } from '../../contract/rules/checklist/child-lists.ts';
import type { DocumentStatus } from '../../contract/rules/documents/document-status.ts';
import type { DocumentRow, ItemRow, TaskRow } from '../rows.ts';

/** One place of the checklist with what stands on it. An entry that did not change keeps its identity. */
export interface ChecklistEntry {
  /** The element's uuid. */
  uuid: string;
  kind: RowKind;
  /** A header's label, an item's or a task's name; what is not here says that it is missing, or still to come. */
  name: string;
  item: ItemRow | null;
  task: TaskRow | null;
  /** What stands there is not on the device, and was not asked for since the deal has the place as it is. */
  coming?: boolean;
  /** The item's current document. */
  document: DocumentRow | null;
  documentStatus: DocumentStatus | null;
  /** An edit of it is not yet on the server. */
  unsaved: boolean;
}

/**
 * Whether the mirror has the place and nothing that stands there. No server tells such a place: of two lists the one has come
 * (`coming`), or it is damage on the device. It can be moved and deleted, for everybody; nothing else is to be done with it.
 */
export function isMissing({ kind, item, task }: Pick<ChecklistEntry, 'kind' | 'item' | 'task'>): boolean {
  return kind === 'item' ? item === null : kind === 'task' && task === null;
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
