/** What a row of the checklist is. */
export type RowKind = 'header' | 'item' | 'task';

/** What an element contains: a document, a task or, without either, nothing, which makes it a header. */
export function elementKind({ item, task }: { item: string | null; task: string | null }): RowKind {
  if (item !== null) return 'item';
  return task === null ? 'header' : 'task';
}

/**
 * Whether a row may be below another; null = the top level (docs/product/checklist.md, "Elements"). Only documents may be
 * below a document, as its attachments, and nothing below a task.
 */
export function mayLieUnder(child: RowKind, parent: RowKind | null): boolean {
  if (parent === 'task') return false;
  return parent !== 'item' || child === 'item';
}
