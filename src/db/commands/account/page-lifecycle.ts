import { closeChannels, reopenChannels } from '../../change-sets.ts';
import { askForKeysAgain, forgetKeys } from '../../lock/held-key.ts';

/**
 * The page goes into the browser's back/forward cache: nothing of it may hold up other tabs, nor be held up by them.
 * Dexie closes its handles at `pagehide` by itself and opens them at their next use; it has live queries ask again at
 * `pageshow`, and by them the views notice what they have missed.
 */
export function restPage(): void {
  forgetKeys();
  closeChannels();
}

export function resumePage(): void {
  reopenChannels();
  askForKeysAgain();
}

/** The same in the worker of such a page, where nobody tells Dexie. */
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
