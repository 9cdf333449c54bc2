/** A window of the app, as the service worker knows it. */
export interface AppWindow {
  id: string;
  visibilityState: DocumentVisibilityState;
}

/** Whether the person looks at a window of the app. Not that which asks, if one does: it knows of itself. */
export function isSeen(windows: readonly AppWindow[], asking?: string): boolean {
  return windows.some(({ id, visibilityState }) => id !== asking && visibilityState === 'visible');
}
