/** A window of the app, as the service worker knows it. */
export interface AppWindow {
  id: string;
  visibilityState: DocumentVisibilityState;
}

/**
 * Returns whether the user is looking at a window of the app, other than the window that asks. That one knows its own state.
 */
export function isSeen(windows: readonly AppWindow[], asking?: string): boolean {
  return windows.some(({ id, visibilityState }) => id !== asking && visibilityState === 'visible');
}
