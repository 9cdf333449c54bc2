import { useEffect } from 'react';

/** Something that can be done from here, by its name. */
export interface PaletteAction {
  id: string;
  name: string;
  /** What finds it, where that is not its name: an undo names a document and must not be found by that. */
  foundBy?: string;
  /** The key that does it without the palette, as a person reads it. */
  shortcut?: string;
  run: () => void;
}

const offered = new Map<symbol, readonly PaletteAction[]>();
const listeners = new Set<() => void>();
let isOpen = false;

/** What the screens that are shown offer now. */
export function offeredActions(): PaletteAction[] {
  return [...offered.values()].flat();
}

/** Offers these in the palette for as long as the component is shown; the same array means no change. */
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
