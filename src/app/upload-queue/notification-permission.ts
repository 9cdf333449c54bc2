const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/**
 * Whether Counterpart may show notifications; 'default' = the person has not been asked. 'denied' also where the browser has none
 * that a page could show.
 */
export function notificationPermission(): NotificationPermission {
  return 'Notification' in globalThis && 'serviceWorker' in navigator ? Notification.permission : 'denied';
}

/** Hears when the person answers, here or in the browser's settings. Answers how to stop. */
export function watchNotificationPermission(listener: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  listeners.add(listener);
  // Not every browser tells of its settings: whoever was there comes back to the page.
  document.addEventListener('visibilitychange', listener, { signal });
  void hearSettings(listener, signal);
  return () => {
    listeners.delete(listener);
    stopping.abort();
  };
}

async function hearSettings(listener: () => void, signal: AbortSignal): Promise<void> {
  try {
    const status = await navigator.permissions.query({ name: 'notifications' });
    status.addEventListener('change', listener, { signal });
  } catch {
    // It has no such settings to hear of.
  }
}

/** Has the browser ask the person. To be called upon a click: otherwise browsers do not. */
export async function askForNotifications(): Promise<void> {
  await Notification.requestPermission();
  changed();
}
