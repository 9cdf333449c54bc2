const listeners = new Set<() => void>();

/** The last known permission, because querying it is slow and happens on each render. Null = nobody is subscribed. */
let known: NotificationPermission | null = null;

function changed(): void {
  known = readPermission();
  for (const listener of listeners) listener();
}

/**
 * Returns whether Counterpart may show notifications. 'default' = the user has not been asked. 'denied' also means that this
 * browser cannot show them.
 */
export function notificationPermission(): NotificationPermission {
  return known ?? readPermission();
}

function readPermission(): NotificationPermission {
  return 'Notification' in globalThis && 'serviceWorker' in navigator ? Notification.permission : 'denied';
}

/** Calls the listener when the user answers, here or in the browser's settings. Returns an unsubscribe function. */
export function subscribeNotificationPermission(listener: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  listeners.add(listener);
  known = readPermission();
  // Not every browser reports a changed setting, but the page becomes visible again when the user returns.
  document.addEventListener('visibilitychange', changed, { signal });
  void subscribeSettings(signal);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) known = null;
    stopping.abort();
  };
}

async function subscribeSettings(signal: AbortSignal): Promise<void> {
  try {
    const status = await navigator.permissions.query({ name: 'notifications' });
    status.addEventListener('change', changed, { signal });
  } catch {
    // This browser does not report changes of the permission.
  }
}

/** Asks the user for permission. Browsers allow this only after a click. */
export async function requestNotificationPermission(): Promise<void> {
  await Notification.requestPermission();
  changed();
}
