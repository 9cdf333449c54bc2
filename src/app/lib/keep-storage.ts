let asked = false;

/**
 * Asks the browser, once, not to evict what is on this device: at the first edit or file, since from then on there is
 * something to lose. Only windows may ask, and only by HTTPS or on this machine.
 */
export function keepStorage(): void {
  if (asked || !('storage' in navigator)) return;
  asked = true;
  navigator.storage.persist().catch((error: unknown) => reportError(error));
}
