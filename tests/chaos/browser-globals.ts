// Must be imported before the engine: Dexie looks for IndexedDB only once, when it is loaded.
import 'fake-indexeddb/auto';

/** The global scope of a worker, which Node lacks. The engine listens for `online` on it. */
const events = new EventTarget();
Object.assign(globalThis, {
  self: globalThis,
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
});
