import { liveQuery } from 'dexie';
import { activeSession } from './accounts.ts';

/** Subscribes to the user id of this device's session; null = no session. Until the page closes. */
export function subscribeSession(listener: (userId: string | null) => void): void {
  liveQuery(activeSession).subscribe((session) => listener(session?.split('/')[0] ?? null));
}
