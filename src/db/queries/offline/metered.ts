/** What a browser that knows says of its connection; Safari and Firefox do not. */
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

/** Whether the device saves data, by the user's choice or the browser's. */
export function isMetered(): boolean {
  return connection()?.saveData === true;
}

/** Phones whose browsers do not say what they are connected to. An iPad says that it is a Mac. */
const SILENT_PHONE = /iPhone|iPod|Android/;

/** Whether the connection is metered, if that is known: automatic downloads wait for another one. */
export function isCostly(): boolean {
  const known = connection();
  if (known !== null && 'type' in known) return isMetered() || known.type === 'cellular';
  return isMetered() || SILENT_PHONE.test(navigator.userAgent);
}

/** Subscribes to changes of the connection. Returns an unsubscribe function. */
export function watchConnection(listener: () => void): () => void {
  const known = connection();
  known?.addEventListener('change', listener);
  return () => known?.removeEventListener('change', listener);
}
