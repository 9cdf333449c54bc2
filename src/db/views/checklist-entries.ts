import { documentStatus } from '../../contract/rules/documents/document-status.ts';
import { filesOf } from '../../contract/rules/documents/document-names.ts';
import { isUnresolvedFailure } from '../../contract/rules/documents/failed-documents.ts';
import type { ChildLists } from '../../contract/rules/checklist/child-lists.ts';
import { conversionFacts } from '../files/conversion-facts.ts';
import { equal } from '../equal.ts';
import type { ElementRow, ItemRow } from '../rows.ts';
import { isMissing, type ChecklistEntry, type ChecklistSnapshot } from './checklist-snapshot.ts';
import type { Rows } from './read-checklist.ts';

/** The name of a place whose content is not on the device: while it may still arrive, and after that. */
const NOT_HERE: Record<ChecklistEntry['kind'], { coming: string; missing: string }> = {
  item: { coming: 'Loading document', missing: 'Missing document' },
  task: { coming: 'Loading task', missing: 'Missing task' },
  header: { coming: '', missing: '' },
};

/** What is known about the deal besides its rows. */
export interface Known {
  unsaved: ReadonlySet<string>;
  /** The deal's version up to which it has been pulled; -1 = not at all. */
  reached: number;
}

/**
 * Returns the next snapshot, or the last one if nothing differs. Unchanged entries, their map (a move changes only lists) and
 * unchanged lists keep their identity, so that they are not painted again.
 *
 * @param touched the ids that may differ; null = all may
 */
export function nextSnapshot(
  state: ChecklistSnapshot['state'],
  rows: Rows,
  known: Known,
  touched: ReadonlySet<string> | null,
  last: ChecklistSnapshot,
): ChecklistSnapshot {
  const lists = sameLists(rows.lists, last.lists) ? last.lists : rows.lists;
  const entries = touched?.size === 0 ? last.entries : entriesOf(rows, known, touched, last.entries);
  const queued =
    state === 'ready' && !isOfElements(touched, rows) ? queuedOf(rows, last.queued) : last.queued;
  const next = { state, lists, entries, queued };
  return equalParts(next, last) ? last : next;
}

function equalParts(a: ChecklistSnapshot, b: ChecklistSnapshot): boolean {
  return a.state === b.state && a.lists === b.lists && a.entries === b.entries && a.queued === b.queued;
}

function sameLists(a: ChildLists, b: ChildLists): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [parent, children] of a) if (!equal(children, b.get(parent))) return false;
  return true;
}

/** Returns whether only places are touched, as by a move, and not their content. */
function isOfElements(touched: ReadonlySet<string> | null, { elements }: Rows): boolean {
  return touched !== null && [...touched].every((id) => elements.has(id));
}

/** The elements that may differ. Searching thousands takes long if their own ids already identify them. */
function* touchedElements(rows: Rows, touched: ReadonlySet<string> | null): Generator<ElementRow> {
  if (isOfElements(touched, rows)) {
    for (const id of touched ?? []) {
      const element = rows.elements.get(id);
      if (element) yield element;
    }
  } else {
    for (const element of rows.elements.values())
      if (!touched || isTouched(touched, rows, element)) yield element;
  }
}

function entriesOf(
  rows: Rows,
  known: Known,
  touched: ReadonlySet<string> | null,
  last: ChecklistSnapshot['entries'],
): ChecklistSnapshot['entries'] {
  // It is copied only once an entry differs, because few of thousands are touched, and after most commits none differs.
  let entries = touched === null ? new Map<string, ChecklistEntry>() : null;
  for (const id of touched ?? []) {
    if (rows.elements.has(id) || !last.has(id)) continue;
    entries ??= new Map(last);
    entries.delete(id);
  }
  for (const element of touchedElements(rows, touched)) {
    const before = last.get(element.uuid);
    const entry = asEntry(rows, element, known);
    const isAsBefore = before !== undefined && equal(before, entry);
    if (isAsBefore && touched !== null) continue;
    entries ??= new Map(last);
    entries.set(element.uuid, isAsBefore ? before : entry);
  }
  return entries ?? last;
}

function queuedOf({ documents }: Rows, last: readonly string[]): readonly string[] {
  const queued: string[] = [];
  for (const { inQueue, uuid } of documents.values()) if (inQueue) queued.push(uuid);
  return equal(queued, last) ? last : queued;
}

function isTouched(touched: ReadonlySet<string>, { items }: Rows, { uuid, item, task }: ElementRow): boolean {
  if (touched.has(uuid) || (task !== null && touched.has(task))) return true;
  if (item === null) return false;
  return touched.has(item) || filesOf(items.get(item)).some((document) => touched.has(document));
}

function asEntry(rows: Rows, element: ElementRow, { unsaved, reached }: Known): ChecklistEntry {
  const item = (element.item && rows.items.get(element.item)) || null;
  const task = (element.task && rows.tasks.get(element.task)) || null;
  const document = (item?.document && rows.documents.get(item.document)) || null;
  const kind = element.item ? 'item' : element.task ? 'task' : 'header';
  // A large response is written in several transactions, so the element may be here before its item.
  const coming = kind !== 'header' && isMissing({ kind, item, task }) && element.version > reached;
  return {
    uuid: element.uuid,
    kind,
    name: item?.name ?? task?.name ?? element.label ?? NOT_HERE[kind][coming ? 'coming' : 'missing'],
    item,
    task,
    coming,
    document,
    documentStatus: document && documentStatus(conversionFacts(document)),
    ...(item && hasFailedVersion(rows, item) && { hasFailedVersion: true }),
    unsaved: [element.uuid, item?.uuid, task?.uuid, document?.uuid].some(
      (id) => id !== undefined && unsaved.has(id),
    ),
  };
}

function hasFailedVersion({ documents }: Rows, item: ItemRow): boolean {
  return filesOf(item).some((uuid) => {
    const document = uuid === item.document ? undefined : documents.get(uuid);
    return document !== undefined && isUnresolvedFailure(document, item);
  });
}
