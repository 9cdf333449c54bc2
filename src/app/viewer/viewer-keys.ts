/** What a key means in the viewer. */
export type ViewerIntent =
  | 'close'
  | 'search'
  | 'next-hit'
  | 'previous-hit'
  | 'zoom-in'
  | 'zoom-out'
  | 'zoom-reset'
  | 'next-page'
  | 'previous-page'
  | 'first-page'
  | 'last-page'
  | 'mark-page';

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const CONTROLLED: Record<string, ViewerIntent> = {
  f: 'search',
  g: 'next-hit',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  '0': 'zoom-reset',
};

const PLAIN: Record<string, ViewerIntent> = {
  '/': 'search',
  PageDown: 'next-page',
  PageUp: 'previous-page',
  ArrowRight: 'next-page',
  ArrowLeft: 'previous-page',
  Home: 'first-page',
  End: 'last-page',
  m: 'mark-page',
};

/** Returns the intent of a key press; null leaves the key to the browser. For example, ↑ and ↓ scroll. */
export function viewerIntent(event: Key, typing: boolean): ViewerIntent | null {
  if (event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === 'Escape') return 'close';
  if (key === 'F3') return event.shiftKey ? 'previous-hit' : 'next-hit';
  if (event.ctrlKey || event.metaKey) {
    const intent = CONTROLLED[key] ?? null;
    return intent === 'next-hit' && event.shiftKey ? 'previous-hit' : intent;
  }
  return typing ? null : (PLAIN[key] ?? null);
}
