import { TOP } from '../../contract/rules/child-lists.ts';
import { folded } from '../../db/views/checklist-filter.ts';
import type { ChecklistRow } from '../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';

/** More than anyone reads; the text narrows them down. */
const TARGETS_SHOWN = 200;

/** Something that a block can be put under. */
export interface MoveTarget {
  /** An element's uuid, or `TOP`. */
  parent: string;
  name: string;
  number: string;
  /** 0 = the top level and what lies at it. */
  level: number;
}

/**
 * Where a block (from `blockOf`) may go (domain "Checklist tree"): under headers, instruments under instruments as well, and
 * nothing under itself. `rows` are all of the checklist's; of the targets those that bear the text in their names.
 */
export function moveTargets(
  { entries, lists }: ChecklistSnapshot,
  rows: readonly ChecklistRow[],
  ids: readonly string[],
  text: string,
): MoveTarget[] {
  const moved = new Set(ids);
  for (const id of moved) for (const child of lists.get(id) ?? []) moved.add(child);
  const items = ids.every((id) => entries.get(id)?.kind === 'item');
  const words = folded(text).split(/\s+/).filter(Boolean);
  const fits = (name: string) => words.every((word) => folded(name).includes(word));
  const top: MoveTarget = { parent: TOP, name: 'Top level', number: '', level: 0 };
  const below = rows
    .filter(({ entry }) => entry.kind === 'header' || (items && entry.kind === 'item'))
    .filter(({ entry }) => !moved.has(entry.uuid))
    .map(({ entry, number, depth }) => ({ parent: entry.uuid, name: entry.name, number, level: depth - 1 }));
  return [top, ...below].filter(({ name }) => fits(name)).slice(0, TARGETS_SHOWN);
}
