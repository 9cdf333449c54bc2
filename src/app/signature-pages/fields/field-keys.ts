/** What a key means for the selected fields. */
export type FieldIntent =
  | { readonly kind: 'nudge' | 'stretch'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'choose' | 'remove' | 'duplicate' | 'copy' | 'paste' | 'select-all' | 'clear' | 'flush';
    };

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const CONTROLLED = {
  a: 'select-all',
  c: 'copy',
  d: 'duplicate',
  v: 'paste',
  z: 'flush',
  y: 'flush',
} as const;

/** How far an arrow key moves a field, in points, with Shift and without. */
const FAR = 10;

/**
 * Returns the intent of a key press; null leaves the key to the browser. The undo key first saves what the arrow keys have
 * moved.
 */
export function fieldIntent({ key, altKey, ctrlKey, metaKey, shiftKey }: Key): FieldIntent | null {
  if (altKey) return null;
  const isControlled = ctrlKey || metaKey;
  const arrow = ARROWS[key];
  if (arrow) {
    const times = shiftKey ? FAR : 1;
    return { kind: isControlled ? 'stretch' : 'nudge', x: arrow[0] * times, y: arrow[1] * times };
  }
  if (key === 'Escape') return { kind: 'clear' };
  if (key === 'Delete' || key === 'Backspace') return { kind: 'remove' };
  if (key === 'Enter' || key === ' ') return { kind: 'choose' };
  if (!isControlled) return null;
  const found = Object.entries(CONTROLLED).find(([each]) => each === key.toLowerCase());
  return found ? { kind: found[1] } : null;
}
