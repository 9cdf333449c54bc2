/** A sentence in the corner of the page. */
export interface Toast {
  id: string;
  level: 'success' | 'error' | 'info';
  message: string;
  /** Stays until it is dismissed. */
  lasting?: boolean;
  action?: { label: string; run: () => void };
}

let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a toast; one of the same id that is on the screen already stays as it is. One that says the same gives way: after
 * a long flight ten edits may be refused at once.
 */
export function pushToast(toast: Toast): void {
  if (toasts.some((shown) => shown.id === toast.id)) return;
  const others = toasts.filter(({ level, message }) => level !== toast.level || message !== toast.message);
  publish([...others, toast]);
}

export function dismissToast(id: string): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function shownToasts(): readonly Toast[] {
  return toasts;
}
