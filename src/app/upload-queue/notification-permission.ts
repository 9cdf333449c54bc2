const listeners = new Set<() => void>();

/** What the browser said last: to ask it has the page wait, and it is asked at each rendering. Null = nobody listens. */
let known: NotificationPermission | null = null;

function changed(): void {
  known = askBrowser();
  for (const listener of listeners) listener();
}

/**
 * Whether Counterpart may show notifications; 'default' = the person has not been asked. 'denied' also where the browser has none
 * that a page could show.
 */
export function notificationPermission(): NotificationPermission {
  return known ?? askBrowser();
}

function askBrowser(): NotificationPermission {
  return 'Notification' in globalThis && 'serviceWorker' in navigator ? Notification.permission : 'denied';
}

/** Hears when the person answers, here or in the browser's settings. Answers how to stop. */
export function watchNotificationPermission(listener: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  listeners.add(listener);
  known = askBrowser();
  // Not every browser tells of its settings: whoever was there comes back to the page.
  document.addEventListener('visibilitychange', changed, { signal });
  void hearSettings(signal);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) known = null;
    stopping.abort();
  };
}

async function hearSettings(signal: AbortSignal): Promise<void> {
  try {
    const status = await navigator.permissions.query({ name: 'notifications' });
    status.addEventListener('change', changed, { signal });
  } catch {
    // It has no such settings to hear of.
  }
}

/** Has the browser ask the person. To be called upon a click: otherwise browsers do not. */
export async function askForNotifications(): Promise<void> {
  await Notification.requestPermission();
  changed();
}
