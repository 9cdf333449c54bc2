import { closeChannels, reopenChannels } from '../../change-sets.ts';
import { askForKeysAgain, forgetKeys } from '../../lock/held-key.ts';

/**
 * The page goes into the browser's back/forward cache: it must not block other tabs, and they must not block it.
 * Dexie closes its handles at `pagehide` and opens them on their next use. At `pageshow` it makes live queries run
 * again, which shows the views what they have missed.
 */
export function restPage(): void {
  forgetKeys();
  closeChannels();
}

export function resumePage(): void {
  reopenChannels();
  askForKeysAgain();
}

/** The same in such a page's worker, where Dexie isn't notified. */
export function restWorker(): void {
  forgetKeys();
  closeChannels();
  tellDexie('pagehide');
}

export function resumeWorker(): void {
  reopenChannels();
  tellDexie('pageshow');
}

function tellDexie(type: 'pagehide' | 'pageshow'): void {
  dispatchEvent(Object.assign(new Event(type), { persisted: true }));
}
