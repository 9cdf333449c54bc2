import { useMemo, useSyncExternalStore } from 'react';
import type { MirrorDatabase } from '../../db/database.ts';
import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';
import { openChecklistView, type ChecklistView } from '../../db/views/checklist-view.ts';

const LOADING: ChecklistSnapshot = { state: 'loading', lists: new Map(), entries: new Map(), queued: [] };

export interface ShownChecklist {
  /** The snapshot on the screen. */
  snapshot: ChecklistSnapshot;
  /** Returns the snapshot that the next paint will show. */
  current: () => ChecklistSnapshot;
  /** Resolves to that snapshot once the whole deal has been read. */
  whole: () => Promise<ChecklistSnapshot>;
}

/** Subscribes to the view of a deal's checklist for as long as the screen is mounted. */
export function useChecklistSnapshot(db: MirrorDatabase, transaction: string): ShownChecklist {
  const store = useMemo(() => checklistStore(db, transaction), [db, transaction]);
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot);
  return { snapshot, current: store.getSnapshot, whole: store.whole };
}

/** Opens the view when the screen subscribes, and closes it when the screen unsubscribes. */
function checklistStore(db: MirrorDatabase, transaction: string) {
  let view: ChecklistView | null = null;
  return {
    subscribe: (listener: () => void): (() => void) => {
      const opened = openChecklistView(db, transaction);
      const stop = opened.subscribe(listener);
      view = opened;
      return () => {
        stop();
        opened.close();
        if (view === opened) view = null;
      };
    },
    getSnapshot: () => (view ? view.getSnapshot() : LOADING),
    whole: async () => (view ? view.current() : LOADING),
  };
}
