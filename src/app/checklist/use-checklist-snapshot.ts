import { useMemo, useSyncExternalStore } from 'react';
import type { MirrorDatabase } from '../../db/database.ts';
import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';
import { openChecklistView, type ChecklistView } from '../../db/views/checklist-view.ts';

const LOADING: ChecklistSnapshot = { state: 'loading', lists: new Map(), entries: new Map(), queued: [] };

export interface ShownChecklist {
  /** What is painted. */
  snapshot: ChecklistSnapshot;
  /** What the next paint will show. */
  current: () => ChecklistSnapshot;
  /** The same, once all of the deal has been read. */
  whole: () => Promise<ChecklistSnapshot>;
}

/** The deal's checklist from its view, which lives as long as the screen. */
export function useChecklistSnapshot(db: MirrorDatabase, transaction: string): ShownChecklist {
  const store = useMemo(() => checklistStore(db, transaction), [db, transaction]);
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot);
  return { snapshot, current: store.getSnapshot, whole: store.whole };
}

/** Opens the view for its one subscriber, the screen, and closes it behind it. */
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
