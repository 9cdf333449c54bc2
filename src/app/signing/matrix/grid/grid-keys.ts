import type { GridPlace } from './fill.ts';

export interface GridSize {
  lines: number;
  columns: number;
}

interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

/**
 * Returns where a key moves the focus; null if it doesn't move it. Column -1 is the row header. Lines that are not documents
 * are skipped.
 */
export function stepFrom(
  { line, column }: GridPlace,
  { key, ctrlKey, metaKey }: PressedKey,
  { lines, columns }: GridSize,
  page: number,
  isDocument: (line: number) => boolean,
): GridPlace | null {
  const far = ctrlKey || metaKey;
  const down = (by: number): GridPlace => {
    const goal = Math.max(0, Math.min(lines - 1, line + by));
    const way = by > 0 ? 1 : -1;
    // Go to the target line, or else the nearest document before it, or else the nearest one beyond it.
    for (let at = goal; at !== line && at >= 0 && at < lines; at -= way)
      if (isDocument(at) && Math.abs(by) > 1) return { line: at, column };
    for (let at = goal; at >= 0 && at < lines; at += way) if (isDocument(at)) return { line: at, column };
    return { line, column };
  };
  switch (key) {
    case 'ArrowDown':
      return far ? down(lines) : down(1);
    case 'ArrowUp':
      return far ? down(-lines) : down(-1);
    case 'PageDown':
      return down(page);
    case 'PageUp':
      return down(-page);
    case 'ArrowRight':
      return { line, column: far ? columns - 1 : Math.min(columns - 1, column + 1) };
    case 'ArrowLeft':
      return { line, column: far ? 0 : Math.max(-1, column - 1) };
    case 'Home':
      return { line: far ? down(-lines).line : line, column: 0 };
    case 'End':
      return { line: far ? down(lines).line : line, column: columns - 1 };
    default:
      return null;
  }
}
