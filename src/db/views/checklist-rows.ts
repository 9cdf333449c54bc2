import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import {
  attachmentNumber,
  headerNumber,
  numberIn,
  type NumberingFormat,
} from '../../contract/rules/checklist/numbering.ts';
import type { ChecklistContent, ChecklistEntry } from './checklist-snapshot.ts';

/** A visible row of the checklist. */
export interface ChecklistRow {
  entry: ChecklistEntry;
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
  /** All visible rows, whatever is collapsed; absent = everything. */
  visible?: ReadonlySet<string> | undefined;
  format: NumberingFormat;
}

const NONE: readonly ChecklistEntry[] = [];

/** One list on the way down: the current position in it, and the counts so far. */
interface Level {
  entries: readonly ChecklistEntry[];
  next: number;
  parent: ChecklistEntry | null;
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
export function checklistRows(content: ChecklistContent, layout: ChecklistLayout): ChecklistRow[] {
  const { collapsed, visible, format } = layout;
  const rows: ChecklistRow[] = [];
  const seen = new Set<string>();
  let tabs = 0;

  const childrenOf = (parent: string): readonly ChecklistEntry[] => {
    const ids = content.lists.get(parent);
    if (ids === undefined) return NONE;
    const children: ChecklistEntry[] = [];
    for (const id of ids) {
      const entry = content.entries.get(id);
      if (entry) children.push(entry);
    }
    return children;
  };

  const itemNumber = (level: Level): string => {
    if (level.parent?.kind === 'item') {
      return attachmentNumber(format.attachmentMarker, level.parentNumber, level.items);
    }
    if (format.numbering !== 'tabs') return numberIn(format.lastDocuments, level.items);
    tabs += 1;
    return `Tab ${tabs}`;
  };

  const levels: Level[] = [levelOf(childrenOf(TOP), null, '', true)];
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

function levelOf(
  entries: readonly ChecklistEntry[],
  parent: ChecklistEntry | null,
  parentNumber: string,
  visible: boolean,
): Level {
  return { entries, next: 0, parent, parentNumber, visible, headers: 0, items: 0 };
}
