import { liveQuery } from 'dexie';
import { standingSession } from './accounts.ts';

/** Hears whose session stands on this device, by their id; null = nobody's. To the end of the page. */
export function hearSession(listener: (userId: string | null) => void): void {
  liveQuery(standingSession).subscribe((session) => listener(session?.split('/')[0] ?? null));
}
