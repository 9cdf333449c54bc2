/** The kind of a checklist row. */
export type RowKind = 'header' | 'item' | 'task';

/** What an element contains: a document, a task or, for a header, neither. */
export function elementKind({ item, task }: { item: string | null; task: string | null }): RowKind {
  if (item !== null) return 'item';
  return task === null ? 'header' : 'task';
}

/**
 * Returns whether a row can be below another; null = the top level (docs/product/checklist.md, "Elements"). Only
 * documents can be below a document, as its attachments, and nothing can be below a task.
 */
export function mayLieUnder(child: RowKind, parent: RowKind | null): boolean {
  if (parent === 'task') return false;
  return parent !== 'item' || child === 'item';
}
