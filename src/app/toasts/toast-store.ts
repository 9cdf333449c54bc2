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
 * Shows a toast. Where one that says the same is on the screen already, that one stays, for as long as if it were new: after
 * a long flight ten edits may be refused at once, and a toast must not go from under whoever is about to dismiss it.
 */
export function pushToast(toast: Toast): void {
  const same = toasts.find((shown) => saysTheSame(shown, toast));
  if (!same) return publish([...toasts, toast]);
  // Another object: by that the screen knows that its time begins anew.
  publish(toasts.map((shown) => (shown === same ? { ...shown } : shown)));
}

function saysTheSame(one: Toast, other: Toast): boolean {
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
