import { isReported, placesOf, screenOf } from '../../contract/rules/transactions/events.ts';
import { subscribeSession } from '../../db/queries/account/subscribe-session.ts';
import type { ErrorReporting, EventFields, EventService } from './event-service.ts';

const ADDRESS = '/api/user-event';

/** Of one kind of error so many are told until the page is loaded anew: one that comes with every frame tells nothing new. */
const ERRORS_MAX = 5;

type Kind = 'event' | 'person' | 'company' | 'error';

/** Of what waits the last so many are kept. */
const WAITING_MAX = 100;

interface Waiting {
  body: string;
  /** Whose doing it was; null = it says nothing of anybody. */
  of: string | null;
}

/**
 * What is told goes out by itself, even when the page is left, and nobody waits for it. Without a network, or before somebody is
 * signed in, whom alone the server hears, it goes once there is one, as long as the page stands: nothing of it is worth keeping
 * longer. In the name of another nothing goes.
 */
let waiting: Waiting[] = [];
let isSignedIn = false;
/** Who was last. */
let person: string | null = null;

subscribeSession((userId) => {
  isSignedIn = userId !== null;
  person = userId ?? person;
  waiting = waiting.filter(({ of }) => of === null || of === person);
  sendWaiting();
});
window.addEventListener('online', sendWaiting);

function send(kind: Kind, event: string, fields: EventFields): void {
  const body = JSON.stringify({ kind, event, fields });
  waiting = [...waiting.slice(1 - WAITING_MAX), { body, of: kind === 'error' ? null : person }];
  sendWaiting();
}

function sendWaiting(): void {
  if (!navigator.onLine || !isSignedIn) return;
  for (const { body } of waiting.splice(0))
    navigator.sendBeacon(ADDRESS, new Blob([body], { type: 'application/json' }));
}

/** Counterpart's own server keeps what is told. */
export const eventsByBeacon: EventService = {
  person: ({ uuid, role, experience, organization }) =>
    send('person', 'person', { uuid, role, experience, organization }),
  company: ({ organization, organizationName }) =>
    send('company', 'company', { organization, name: organizationName }),
  event: (event, fields) => send('event', event, fields),
};

const reported = new Map<string, number>();

/** The same keeps what broke. It records no sessions, so that the rates mean nothing to it. */
export const errorsByBeacon: ErrorReporting = {
  init: () => undefined,
  report: (error, path) => {
    if (!isReported(error)) return;
    const name = error instanceof Error ? error.name : typeof error;
    const places = error instanceof Error ? placesOf(error.stack ?? '') : '';
    const like = `${name} ${places}`;
    const times = (reported.get(like) ?? 0) + 1;
    reported.set(like, times);
    if (times > ERRORS_MAX) return;
    const screen = screenOf(path);
    send('error', 'error', { name: name.slice(0, 100), places: places.slice(0, 1000), screen });
  },
};
