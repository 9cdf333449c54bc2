import { isReported, placesOf, screenOf } from '../../contract/rules/events.ts';
import type { ErrorReporting, EventFields, EventService } from './event-service.ts';

const ADDRESS = '/api/user-event';

/** Of one kind of error so many are told until the page is loaded anew: one that comes with every frame tells nothing new. */
const ERRORS_MAX = 5;

type Kind = 'event' | 'person' | 'company' | 'error';

/**
 * Goes out by itself, even when the page is left, and nobody waits for it. What is told without a network goes once there is one,
 * as long as the page stands: nothing of it is worth keeping longer.
 */
function send(kind: Kind, event: string, fields: EventFields): void {
  const body = JSON.stringify({ kind, event, fields });
  if (navigator.onLine) beacon(body);
  else waiting.splice(0, waiting.length, ...waiting.slice(1 - WAITING_MAX), body);
}

function beacon(body: string): void {
  navigator.sendBeacon(ADDRESS, new Blob([body], { type: 'application/json' }));
}

/** Of what waits for a network the last so many are kept. */
const WAITING_MAX = 100;
const waiting: string[] = [];
window.addEventListener('online', () => {
  for (const body of waiting.splice(0)) beacon(body);
});

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
  report: (error) => {
    if (!isReported(error)) return;
    const name = error instanceof Error ? error.name : typeof error;
    const places = error instanceof Error ? placesOf(error.stack ?? '') : '';
    const like = `${name} ${places}`;
    const times = (reported.get(like) ?? 0) + 1;
    reported.set(like, times);
    if (times > ERRORS_MAX) return;
    const screen = screenOf(window.location.pathname);
    send('error', 'error', { name: name.slice(0, 100), places: places.slice(0, 1000), screen });
  },
};
