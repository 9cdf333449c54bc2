// Imported before anything of the engine: Dexie looks for IndexedDB once, when it is loaded.
import 'fake-indexeddb/auto';

/** A worker's global scope, which Node lacks. The engine listens for `online` on it. */
const events = new EventTarget();
Object.assign(globalThis, {
  self: globalThis,
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
});
