import { isReported, placesOf, screenOf } from '../../contract/rules/transactions/events.ts';
import { subscribeSession } from '../../db/queries/account/subscribe-session.ts';

const ADDRESS = '/api/user-event';

/** The same error is sent at most this many times per page load: an error in every frame adds nothing new. */
const REPEATS_MAX = 5;

/** At most this many beacons wait to be sent. The oldest are dropped. */
const WAITING_MAX = 100;

type Kind = 'event' | 'person' | 'company' | 'error';
type EventFields = Record<string, string | number | boolean | null>;

/** The user as a customer-success service knows them. */
interface EventPerson {
  uuid: string;
  role: string;
  experience: string | null;
  organization: string;
  organizationName: string;
}

interface Waiting {
  body: string;
  /** The user who caused the event; null = it identifies nobody. */
  userId: string | null;
}

// Beacons are fire-and-forget: they survive leaving the page, and nothing waits for them. While offline or signed out they stay
// in memory only, because they aren't worth storing. They are never sent in another user's session.
let waiting: Waiting[] = [];
let isSignedIn = false;
let lastUserId: string | null = null;

subscribeSession((userId) => {
  isSignedIn = userId !== null;
  lastUserId = userId ?? lastUserId;
  waiting = waiting.filter((each) => each.userId === null || each.userId === lastUserId);
  sendWaiting();
});
window.addEventListener('online', sendWaiting);

function send(kind: Kind, event: string, fields: EventFields): void {
  const body = JSON.stringify({ kind, event, fields });
  waiting = [...waiting.slice(1 - WAITING_MAX), { body, userId: kind === 'error' ? null : lastUserId }];
  sendWaiting();
}

function sendWaiting(): void {
  if (!navigator.onLine || !isSignedIn) return;
  for (const { body } of waiting.splice(0))
    navigator.sendBeacon(ADDRESS, new Blob([body], { type: 'application/json' }));
}

/** Sends an analytics event to Counterpart's server (docs/product/app-shell.md, "Usage events"). */
export function sendEvent(event: string, fields: EventFields): void {
  send('event', event, fields);
}

/** Sends who is signed in, and for which organization. */
export function sendPerson({ uuid, role, experience, organization, organizationName }: EventPerson): void {
  send('person', 'person', { uuid, role, experience, organization });
  send('company', 'company', { organization, name: organizationName });
}

const timesReported = new Map<string, number>();

/** Sends an error that the app caused, without its message, which may quote a deal. `path`: the page's path. */
export function sendError(error: unknown, path: string): void {
  if (!isReported(error)) return;
  const name = error instanceof Error ? error.name : typeof error;
  const places = error instanceof Error ? placesOf(error.stack ?? '') : '';
  const key = `${name} ${places}`;
  const times = (timesReported.get(key) ?? 0) + 1;
  timesReported.set(key, times);
  if (times > REPEATS_MAX) return;
  send('error', 'error', { name: name.slice(0, 100), places: places.slice(0, 1000), screen: screenOf(path) });
}
