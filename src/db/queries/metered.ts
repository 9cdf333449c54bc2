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

/** Whether the device is to spare data, as the person has told it or the browser knows. */
export function isMetered(): boolean {
  return connection()?.saveData === true;
}

/** Whether the connection is metered, as far as the browser knows: what nobody asked for waits for another. */
export function isCostly(): boolean {
  const known = connection();
  return isMetered() || (known !== null && 'type' in known && known.type === 'cellular');
}

/** Hears that the connection is another one now. Answers how to stop. */
export function watchConnection(listener: () => void): () => void {
  const known = connection();
  known?.addEventListener('change', listener);
  return () => known?.removeEventListener('change', listener);
}
