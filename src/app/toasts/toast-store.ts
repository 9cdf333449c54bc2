/** A message in the corner of the page. */
export interface Toast {
  id: string;
  level: 'success' | 'error' | 'info';
  message: string;
  /** Whether the toast stays until it is dismissed. */
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
 * Shows a toast. If the same message is already on the screen, that toast stays and its timer restarts: after a long flight,
 * ten edits may be rejected at once, and toasts must not move while the user is about to dismiss one.
 */
export function pushToast(toast: Toast): void {
  const same = toasts.find((shown) => isSameMessage(shown, toast));
  if (!same) return publish([...toasts, toast]);
  // A new object tells the toaster to restart the timer.
  publish(toasts.map((shown) => (shown === same ? { ...shown } : shown)));
}

function isSameMessage(one: Toast, other: Toast): boolean {
  return one.id === other.id || (one.level === other.level && one.message === other.message);
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
