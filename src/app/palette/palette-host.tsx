import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isPaletteOpen, openPalette, subscribeToPalette } from './palette-store.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';

const Palette = lazyComponent(() => import('./palette.tsx').then((module) => module.Palette));

/** Opens the palette with Ctrl or ⌘ and K, unless a dialog is open. */
export function PaletteHost() {
  const open = useSyncExternalStore(subscribeToPalette, isPaletteOpen);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
      event.preventDefault();
      if (isPaletteOpen() || document.querySelector('[data-modal]') === null) openPalette(!isPaletteOpen());
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      openPalette(false);
    };
  }, []);
  const chosen = useRef<(() => void) | null>(null);
  useEffect(() => {
    const run = chosen.current;
    chosen.current = null;
    // The dialog returns the focus in the next frame, and the action may move it elsewhere.
    if (!open && run) requestAnimationFrame(run);
  }, [open]);
  const close = (run: (() => void) | null) => {
    chosen.current = run;
    openPalette(false);
  };
  return open ? <Palette onClose={close} /> : null;
}
