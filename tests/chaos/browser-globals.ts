// Imported before anything of the engine: Dexie looks for IndexedDB once, when it is loaded.
import 'fake-indexeddb/auto';

/** What a worker of the browser has and Node lacks; the engine hears `online` by it. */
const events = new EventTarget();
Object.assign(globalThis, {
  self: globalThis,
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
});
