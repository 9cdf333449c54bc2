import type { Place } from './values-block.ts';

/** What a key does while no cell is edited. */
export type GridIntent =
  | { type: 'go'; to: Place; extend: boolean }
  | { type: 'edit'; keepText: boolean }
  | { type: 'clear' | 'fill-down' | 'choose-all' | 'release' };

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

interface GridSize {
  rows: number;
  columns: number;
  /** How many rows are in view. */
  page: number;
}

const ARROWS: Record<string, Place> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** Returns the intent of a key at a place of the grid; null leaves the key to the browser. */
export function gridIntent(key: Key, at: Place, size: GridSize): GridIntent | null {
  if (key.altKey) return null;
  const go = (to: Place, extend = key.shiftKey): GridIntent => ({ type: 'go', to: within(to, size), extend });
  const command = key.ctrlKey || key.metaKey;
  const arrow = ARROWS[key.key];
  const far = command ? Math.max(size.rows, size.columns) : 1;
  if (arrow) return go({ row: at.row + arrow.row * far, column: at.column + arrow.column * far });
  if (key.key === 'Home') return go({ row: command ? 0 : at.row, column: 0 });
  if (key.key === 'End') return go({ row: command ? size.rows : at.row, column: size.columns });
  if (command) return commandIntent(key.key.toLowerCase());
  switch (key.key) {
    case 'PageUp':
      return go({ row: at.row - size.page, column: at.column });
    case 'PageDown':
      return go({ row: at.row + size.page, column: at.column });
    case 'Tab': {
      const to = nextCell(at, key.shiftKey ? -1 : 1, size);
      return to && go(to, false);
    }
    case 'Enter':
    case 'F2':
      return { type: 'edit', keepText: true };
    case 'Delete':
    case 'Backspace':
      return { type: 'clear' };
    case 'Escape':
      return { type: 'release' };
    // A key that starts a composed character, such as an accent or one from an input method.
    case 'Process':
    case 'Dead':
      return { type: 'edit', keepText: false };
    default:
      return /^.$/u.test(key.key) ? { type: 'edit', keepText: false } : null;
  }
}

/** Returns where a key that ends an edit moves the focus; null = it doesn't end the edit. */
export function afterEdit(key: Pick<Key, 'key' | 'shiftKey'>, at: Place, size: GridSize): Place | null {
  const step = key.shiftKey ? -1 : 1;
  if (key.key === 'Enter') return within({ row: at.row + step, column: at.column }, size);
  return key.key === 'Tab' ? (nextCell(at, step, size) ?? at) : null;
}

/** Returns the next cell in reading order; null after the last and before the first. */
function nextCell({ row, column }: Place, step: 1 | -1, { rows, columns }: GridSize): Place | null {
  const at = row * columns + column + step;
  return at < 0 || at >= rows * columns ? null : { row: Math.floor(at / columns), column: at % columns };
}

function commandIntent(key: string): GridIntent | null {
  if (key === 'd') return { type: 'fill-down' };
  return key === 'a' ? { type: 'choose-all' } : null;
}

function within({ row, column }: Place, { rows, columns }: GridSize): Place {
  const clamp = (at: number, count: number) => Math.max(0, Math.min(at, count - 1));
  return { row: clamp(row, rows), column: clamp(column, columns) };
}
