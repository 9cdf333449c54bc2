import type { RowKind } from '../../contract/rules/checklist/containment.ts';
import type { MoveDirection } from './move/keyboard-move.ts';
import type { Side } from './move/new-place.ts';

export type FocusStep = 'next' | 'previous' | 'page-down' | 'page-up' | 'first' | 'last';

/** What the user wants to do, whether by a key, the row menu or the toolbar. */
export type ChecklistIntent =
  | { type: 'focus'; step: FocusStep; how: 'choose' | 'extend' | 'focus' }
  | { type: 'open' | 'close' }
  | { type: 'move'; direction: MoveDirection }
  | { type: 'add'; kind: RowKind; side?: Side }
  | {
      type:
        | 'rename'
        | 'delete'
        | 'toggle-choice'
        | 'choose-all'
        | 'choose-none'
        | 'show-details'
        | 'move-to'
        | 'assign'
        | 'filter'
        | 'toggle-filter'
        | 'toggle-folds'
        | 'toggle-complete'
        | 'view'
        | 'download';
    }
  | { type: 'export'; as: ChecklistFile };

/** The files that a checklist can be saved as. */
export type ChecklistFile = 'word' | 'excel';

const EDITS: ReadonlySet<ChecklistIntent['type']> = new Set([
  'move',
  'add',
  'rename',
  'delete',
  'move-to',
  'assign',
  'toggle-complete',
]);

/** Returns whether the intent changes the deal. View-only participants may not. */
export function isEdit({ type }: ChecklistIntent): boolean {
  return EDITS.has(type);
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const MOVES: Record<string, MoveDirection> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

const STEPS: Record<string, FocusStep> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  PageDown: 'page-down',
  PageUp: 'page-up',
  Home: 'first',
  End: 'last',
};

const PLAIN: Record<string, ChecklistIntent> = {
  ArrowRight: { type: 'open' },
  ArrowLeft: { type: 'close' },
  F2: { type: 'rename' },
  Enter: { type: 'rename' },
  Delete: { type: 'delete' },
  Backspace: { type: 'delete' },
  ' ': { type: 'toggle-choice' },
  Escape: { type: 'choose-none' },
  h: { type: 'add', kind: 'header' },
  i: { type: 'add', kind: 'item' },
  t: { type: 'add', kind: 'task' },
  d: { type: 'show-details' },
  m: { type: 'move-to' },
  a: { type: 'assign' },
  '/': { type: 'filter' },
  c: { type: 'toggle-complete' },
  v: { type: 'view' },
};

/** Returns the intent of a key press on a row; null leaves the key to the browser. */
export function keyIntent(event: Key): ChecklistIntent | null {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) {
    const direction = MOVES[event.key];
    return direction && !control && !event.shiftKey ? { type: 'move', direction } : null;
  }
  const step = STEPS[event.key];
  if (step) {
    return { type: 'focus', step, how: event.shiftKey ? 'extend' : control ? 'focus' : 'choose' };
  }
  if (control) {
    if (event.key === 'a') return { type: 'choose-all' };
    return event.key === ' ' ? { type: 'toggle-choice' } : null;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const intent = PLAIN[key] ?? null;
  return intent?.type === 'add' && event.shiftKey ? { ...intent, side: 'above' } : intent;
}

/** How many rows Page Up and Page Down move. */
const PAGE = 10;

/** Returns the row to focus next; null if the list is empty. */
export function focusTarget(order: readonly string[], from: string | null, step: FocusStep): string | null {
  const at = from === null ? -1 : order.indexOf(from);
  const last = order.length - 1;
  const wanted = {
    next: at + 1,
    previous: at - 1,
    'page-down': at + PAGE,
    'page-up': at - PAGE,
    first: 0,
    last,
  }[step];
  return order[Math.min(Math.max(wanted, 0), last)] ?? null;
}
