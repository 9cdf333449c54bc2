import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { mayLieUnder } from '../../../contract/rules/checklist/containment.ts';
import type { ChecklistRow } from '../../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { MOVES } from '../checklist-copy.ts';
import { indexed, ranked } from '../../lib/search/rank.ts';

/** More than anyone reads. The user types to narrow them down. */
const TARGETS_SHOWN = 200;

/** A header or document that a block can go under. */
export interface MoveTarget {
  /** An element's uuid, or `TOP`. */
  parent: string;
  name: string;
  number: string;
  /** 0 = the top level and its children. */
  level: number;
}

/**
 * Returns where a block (from `blockOf`) may go (docs/product/checklist.md, "Elements"): under headers, documents also under documents,
 * and never under itself. `rows`: all rows of the checklist. With a text, only targets that match it, the best first.
 */
export function moveTargets(
  { entries, lists }: ChecklistSnapshot,
  rows: readonly ChecklistRow[],
  ids: readonly string[],
  text: string,
): MoveTarget[] {
  const moved = new Set(ids);
  for (const id of moved) for (const child of lists.get(id) ?? []) moved.add(child);
  const kinds = ids.flatMap((id) => entries.get(id)?.kind ?? []);
  const top: MoveTarget = { parent: TOP, name: MOVES.topLevel, number: '', level: 0 };
  const below = rows
    .filter(({ entry }) => kinds.every((kind) => mayLieUnder(kind, entry.kind)))
    .filter(({ entry }) => !moved.has(entry.uuid))
    .map(({ entry, number, depth }) => ({ parent: entry.uuid, name: entry.name, number, level: depth - 1 }));
  const targets = [top, ...below];
  if (text.trim() === '') return targets.slice(0, TARGETS_SHOWN);
  // Sorted by rank, no longer as a tree.
  const found = ranked(indexed(targets.map((target) => ({ ...target, hint: '' }))), text, TARGETS_SHOWN);
  return found.map((target) => ({ ...target, level: 0 }));
}
