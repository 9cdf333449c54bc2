import { liveQuery } from 'dexie';
import { activeSession } from './accounts.ts';

/** Hears whose session stands on this device, by their id; null = nobody's. To the end of the page. */
export function subscribeSession(listener: (userId: string | null) => void): void {
  liveQuery(activeSession).subscribe((session) => listener(session?.split('/')[0] ?? null));
}
