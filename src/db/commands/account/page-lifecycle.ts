import { closeChannels, reopenChannels } from '../../change-sets.ts';
import { askForKeysAgain, forgetKeys } from '../../lock/held-key.ts';

/**
 * Handles a page that goes into the browser's back/forward cache: it must not block other tabs, and they must not block it.
 * Dexie closes its handles at `pagehide` and opens them on their next use. At `pageshow`, it runs live queries again, so that
 * the views catch up.
 */
export function restPage(): void {
  forgetKeys();
  closeChannels();
}

export function resumePage(): void {
  reopenChannels();
  askForKeysAgain();
}

/** The same for such a page's worker, where Dexie isn't notified. */
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
