import { useEffect, useState } from 'react';

/** The storage on this device, in bytes. The quota is an estimate. */
export interface StorageFacts {
  usage: number;
  quota: number;
  /** Whether the browser promises not to evict the data. */
  persisted: boolean;
}

/** Returns the storage estimate at the time of mounting; null while loading. */
export function useStorageFacts(): StorageFacts | null {
  const [facts, setFacts] = useState<StorageFacts | null>(null);
  useEffect(() => {
    let shown = true;
    Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]).then(
      ([{ usage = 0, quota = 0 }, persisted]) => shown && setFacts({ usage, quota, persisted }),
      (error: unknown) => reportError(error),
    );
    return () => {
      shown = false;
    };
  }, []);
  return facts;
}

let asked = false;

/**
 * Asks the browser, once, not to evict this device's data. Called at the first edit or file, because from then on there is
 * something to lose. Only windows may ask, and only over HTTPS or on localhost.
 */
export function keepStorage(): void {
  if (asked || !('storage' in navigator)) return;
  asked = true;
  navigator.storage.persist().catch((error: unknown) => reportError(error));
}
