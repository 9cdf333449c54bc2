import { useEffect } from 'react';

/** An action that the palette offers. */
export interface PaletteAction {
  id: string;
  name: string;
  /** The text to match instead of the name. The name of an undo contains a document's name, which must not match. */
  foundBy?: string;
  /** Its keyboard shortcut, as shown to the user. */
  shortcut?: string;
  run: () => void;
}

const offered = new Map<symbol, readonly PaletteAction[]>();
const listeners = new Set<() => void>();
let isOpen = false;

/** Returns the actions of the screens that are shown now. */
export function offeredActions(): PaletteAction[] {
  return [...offered.values()].flat();
}

/** Offers actions in the palette while the component is mounted. Memoize the array: a new one registers again. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  useEffect(() => {
    const key = Symbol('screen');
    offered.set(key, actions);
    return () => void offered.delete(key);
  }, [actions]);
}

export function openPalette(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function isPaletteOpen(): boolean {
  return isOpen;
}

export function subscribeToPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
