import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../db/database.ts';
import {
  keepingWork,
  keptDeals,
  offlineProgresses,
  type KeepingWork,
  type OfflineProgress,
} from '../../db/queries/offline/offline-progress.ts';
import { useSteadyQuery } from '../lib/use-steady-query.ts';

/** Returns the progress of one deal's offline copy; null = it is not kept, undefined = not read yet. */
export function useOfflineProgress(db: MirrorDatabase, deal: string): OfflineProgress | null | undefined {
  const kept = useSteadyQuery(
    async () => (await keptDeals(db)).filter((each) => each.deal === deal),
    [db, deal],
  );
  const progresses = useLiveQuery(async () => kept && offlineProgresses(db, kept), [db, kept]);
  return progresses && (progresses.get(deal) ?? null);
}

/** Returns the progress of all offline copies, by deal; undefined = not read yet. */
export function useOfflineProgresses(db: MirrorDatabase): ReadonlyMap<string, OfflineProgress> | undefined {
  const kept = useSteadyQuery(() => keptDeals(db), [db]);
  return useLiveQuery(async () => kept && offlineProgresses(db, kept), [db, kept]);
}

/** Returns what still has to be fetched for offline copies; undefined = not read yet. */
export function useKeepingWork(db: MirrorDatabase): KeepingWork | undefined {
  const kept = useSteadyQuery(() => keptDeals(db), [db]);
  return useLiveQuery(async () => kept && keepingWork(db, kept), [db, kept]);
}
