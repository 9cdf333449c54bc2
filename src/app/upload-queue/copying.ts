import { useSyncExternalStore } from 'react';

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

/** Notes that files are being copied to this device until the work is done: till then they are nowhere else. */
export async function whileCopying<Result>(work: () => Promise<Result>): Promise<Result> {
  count(1);
  try {
    return await work();
  } finally {
    count(-1);
  }
}

/** How many times files are being copied to this device now. Until that is 0 the page must stay. */
export function useCopying(): number {
  return useSyncExternalStore(subscribe, () => copying);
}
