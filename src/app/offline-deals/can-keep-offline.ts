/** Returns whether this browser can keep deals offline. Some have no service worker in private windows or by a firm's policy. */
export function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window;
}
