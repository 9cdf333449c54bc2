/** What a browser reports about its connection, if anything. Safari and Firefox report nothing. */
interface Connection extends EventTarget {
  saveData: boolean;
}

function connection(): Connection | null {
  const known: unknown = 'connection' in navigator ? navigator.connection : null;
  return isConnection(known) ? known : null;
}

function isConnection(value: unknown): value is Connection {
  return value instanceof EventTarget && 'saveData' in value && typeof value.saveData === 'boolean';
}

/** Returns whether the device saves data, by the user's choice or the browser's. */
export function isMetered(): boolean {
  return connection()?.saveData === true;
}

/** Phones whose browsers do not report their connection. An iPad identifies as a Mac. */
const SILENT_PHONE = /iPhone|iPod|Android/;

/** Returns whether the browser reports a metered connection. If so, automatic downloads wait for another one. */
export function isCostly(): boolean {
  const known = connection();
  if (known !== null && 'type' in known) return isMetered() || known.type === 'cellular';
  return isMetered() || isSilentPhone();
}

/**
 * Returns whether this is a phone whose browser never reports its connection. No transaction is kept offline automatically
 * there.
 */
export function isSilentPhone(): boolean {
  const known = connection();
  return !(known !== null && 'type' in known) && SILENT_PHONE.test(navigator.userAgent);
}

/** Subscribes to changes of the connection. Returns an unsubscribe function. */
export function watchConnection(listener: () => void): () => void {
  const known = connection();
  known?.addEventListener('change', listener);
  return () => known?.removeEventListener('change', listener);
}
