import { TOP, type ChildLists } from './child-lists.ts';
import type { RowKind } from './containment.ts';
import { attachmentNumber, headerNumber, numberIn, type NumberingFormat } from './numbering.ts';

/** What numbering needs to know about a place of the checklist. */
export interface NumberedEntry {
  /** The element's uuid. */
  uuid: string;
  kind: RowKind;
}

/** A visible row of the checklist. */
export interface NumberedRow<Entry extends NumberedEntry> {
  entry: Entry;
  /** 1 = top level. */
  depth: number;
  /** "II", "Tab 7", "Tab 7-A", or empty. */
  number: string;
  /** The parent's uuid, or `TOP`. */
  parent: string;
  /** Position among the siblings, from 1. */
  index: number;
  setSize: number;
  expandable: boolean;
  expanded: boolean;
}

export interface ChecklistLayout {
  /** Uuids of the entries whose children are hidden. */
  collapsed: ReadonlySet<string>;
  /** The rows that may be shown, regardless of what is collapsed; absent = all rows. */
  visible?: ReadonlySet<string> | undefined;
  format: NumberingFormat;
}

/** A list on the way down, with the current position in it and the counts so far. */
interface Level<Entry> {
  entries: readonly Entry[];
  next: number;
  parent: Entry | null;
  parentNumber: string;
  visible: boolean;
  headers: number;
  items: number;
}

/**
 * The checklist as flat rows in reading order, numbered by the binder format
 * (docs/product/transactions.md, "Numbering"). Collapsed and filtered rows still count. Total: ids without an entry
 * are left out, and no entry is visited twice. It uses its own stack, because depth is unlimited.
 */
export function numberRows<Entry extends NumberedEntry>(
  content: { lists: ChildLists; entries: ReadonlyMap<string, Entry> },
  layout: ChecklistLayout,
): NumberedRow<Entry>[] {
  const { collapsed, visible, format } = layout;
  const rows: NumberedRow<Entry>[] = [];
  const seen = new Set<string>();
  let tabs = 0;

  const childrenOf = (parent: string): readonly Entry[] => {
    const children: Entry[] = [];
    for (const id of content.lists.get(parent) ?? []) {
      const entry = content.entries.get(id);
      if (entry) children.push(entry);
    }
    return children;
  };

  const itemNumber = (level: Level<Entry>): string => {
    if (level.parent?.kind === 'item') {
      return attachmentNumber(format.attachmentMarker, level.parentNumber, level.items);
    }
    if (format.numbering !== 'tabs') return numberIn(format.lastDocuments, level.items);
    tabs += 1;
    return `Tab ${tabs}`;
  };

  const levels: Level<Entry>[] = [levelOf(childrenOf(TOP), null, '', true)];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const entry = level.entries[level.next];
    if (!entry) {
      levels.pop();
      continue;
    }
    level.next += 1;
    if (seen.has(entry.uuid)) continue;
    seen.add(entry.uuid);

    const depth = levels.length;
    let number = '';
    if (entry.kind === 'header') {
      level.headers += 1;
      if (depth === 1 && format.resetTabs) tabs = 0;
      number = headerNumber(format, depth, level.headers);
    } else if (entry.kind === 'item') {
      level.items += 1;
      number = itemNumber(level);
    }

    const children = childrenOf(entry.uuid);
    const expanded = visible
      ? children.some(({ uuid }) => visible.has(uuid))
      : children.length > 0 && !collapsed.has(entry.uuid);
    if (level.visible && (!visible || visible.has(entry.uuid))) {
      rows.push({
        entry,
        depth,
        number,
        parent: level.parent?.uuid ?? TOP,
        index: level.next,
        setSize: level.entries.length,
        expandable: children.length > 0,
        expanded,
      });
    }
    if (children.length > 0) levels.push(levelOf(children, entry, number, level.visible && expanded));
  }
  return rows;
}

function levelOf<Entry>(
  entries: readonly Entry[],
  parent: Entry | null,
  parentNumber: string,
  visible: boolean,
): Level<Entry> {
  return { entries, next: 0, parent, parentNumber, visible, headers: 0, items: 0 };
}
