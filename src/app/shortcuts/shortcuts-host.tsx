import { useEffect, useSyncExternalStore } from 'react';
import { usePaletteActions, type PaletteAction } from '../palette/palette-store.ts';
import { areShortcutsShown, showShortcuts, subscribeToShortcuts } from './shortcuts-store.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';

const ShortcutsDialog = lazyComponent(() =>
  import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
);

const actions: PaletteAction[] = [
  { id: 'shortcuts', name: 'Keyboard shortcuts', shortcut: '?', run: () => showShortcuts(true) },
];

/** Opens the sheet of shortcuts with `?`, unless a dialog is open or the user is typing. */
export function ShortcutsHost() {
  const open = useSyncExternalStore(subscribeToShortcuts, areShortcutsShown);
  usePaletteActions(actions);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, target } = event;
      if (key !== '?' || altKey || ctrlKey || metaKey || event.defaultPrevented) return;
      if (isTyping(target) || document.querySelector('[data-modal]') !== null) return;
      event.preventDefault();
      showShortcuts(true);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      showShortcuts(false);
    };
  }, []);
  return open ? <ShortcutsDialog onClose={() => showShortcuts(false)} /> : null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
