import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { isPaletteOpen, openPalette, subscribeToPalette } from './palette-store.ts';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));

/** Opens the palette at Ctrl or ⌘ and K, unless a dialog is open. */
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
  return <Suspense>{open ? <Palette onClose={() => openPalette(false)} /> : null}</Suspense>;
}
