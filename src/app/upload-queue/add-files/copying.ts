import { useEffect, useState, useSyncExternalStore } from 'react';
import type { MirrorDatabase } from '../../../db/database.ts';
import { isStaging } from '../../../db/queries/documents/staging.ts';

/** How often other tabs are checked, ms. They send no event. */
const CHECK_MS = 1000;

let copying = 0;
const listeners = new Set<() => void>();

function count(change: number): void {
  copying += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Counts files as being copied to this device until `work` is done. Until then, they exist nowhere else. */
export async function whileCopying<Result>(work: () => Promise<Result>): Promise<Result> {
  count(1);
  try {
    return await work();
  } finally {
    count(-1);
  }
}

/** Returns how many copies to this device are running in this tab. Until it is 0, the page must stay open. */
export function useCopying(): number {
  return useSyncExternalStore(subscribe, () => copying);
}

/** Returns whether any tab is copying files to this device. `initial` is used until that has been checked. */
export function useCopyingAnywhere(db: MirrorDatabase, initial: boolean): boolean {
  const here = useCopying() > 0;
  const [anywhere, setAnywhere] = useState(initial);
  useEffect(() => {
    let stopped = false;
    const check = async () => {
      const staging = await isStaging(db);
      if (!stopped) setAnywhere(staging);
    };
    void check();
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [db]);
  return here || anywhere;
}
