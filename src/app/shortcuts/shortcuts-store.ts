let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the sheet of keyboard shortcuts. */
export function showShortcuts(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function areShortcutsShown(): boolean {
  return isOpen;
}

export function subscribeToShortcuts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
