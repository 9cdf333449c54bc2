import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { formatKeys } from '../lib/format/keyboard-keys.ts';
import { usePaletteActions, type PaletteAction } from '../palette/palette-store.ts';
import { IconButton } from '../ui/button.tsx';
import type { EditHistory, HistoryDirection } from './edit-history.ts';
import { UNDO } from './undo-copy.ts';
import { goInHistory, useEditHistory } from './history-context.ts';

/** The undo and redo buttons, and their keyboard shortcuts. */
export function UndoButtons({ className }: { className: string | undefined }) {
  const history = useEditHistory();
  const place = useRef<HTMLSpanElement>(null);
  const { undo, redo } = useSyncExternalStore(history.subscribe, history.state);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const direction = directionOf(event);
      if (!direction || event.defaultPrevented || isTextField(event.target) || isCovered(place.current))
        return;
      event.preventDefault();
      goInHistory(history, direction);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [history]);
  const actions = useMemo(
    () => [
      ...(undo === null ? [] : [action('undo', UNDO.button(undo), formatKeys('Ctrl Z'), history)]),
      ...(redo === null ? [] : [action('redo', UNDO.redoButton(redo), formatKeys('Ctrl Shift Z'), history)]),
    ],
    [history, undo, redo],
  );
  usePaletteActions(actions);
  return (
    <span ref={place} className={className}>
      <IconButton
        label={UNDO.button(undo)}
        disabled={undo === null}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={() => goInHistory(history, 'undo')}
      >
        <Undo2 aria-hidden="true" />
      </IconButton>
      <IconButton
        label={UNDO.redoButton(redo)}
        disabled={redo === null}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
        onClick={() => goInHistory(history, 'redo')}
      >
        <Redo2 aria-hidden="true" />
      </IconButton>
    </span>
  );
}

function action(
  direction: HistoryDirection,
  name: string,
  shortcut: string,
  history: EditHistory,
): PaletteAction {
  return { id: direction, name, foundBy: direction, shortcut, run: () => goInHistory(history, direction) };
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Returns whether a key press means undo or redo; null for other keys. */
export function directionOf({ key, altKey, ctrlKey, metaKey, shiftKey }: Key): HistoryDirection | null {
  if (altKey || ctrlKey === metaKey) return null;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && ctrlKey && !shiftKey ? 'redo' : null;
}

/** Returns whether a dialog or the viewer covers the page, so that the user would not see the effect of an undo. */
function isCovered(place: HTMLElement | null): boolean {
  return place?.closest('[inert]') !== null || document.querySelector('[data-modal], dialog[open]') !== null;
}

/** Returns whether the target is a text field, which has the browser's own undo. */
function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;
}
