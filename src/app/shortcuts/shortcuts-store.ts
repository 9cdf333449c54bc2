let isOpen = false;
const listeners = new Set<() => void>();

/** Shows the sheet of keyboard shortcuts, or closes it. */
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
