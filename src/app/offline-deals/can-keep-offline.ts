/** Whether this browser can keep deals: some have no service worker, in their private windows or by a firm's policy. */
export function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window;
}
