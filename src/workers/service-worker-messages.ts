/** What a page says to the service worker, beside Workbox's own words. */
export type ServiceWorkerMessage =
  /** Files are on their way: go on with them when no page does any more. */
  | { type: 'carry-on' }
  /** A page is there again, and goes on itself. */
  | { type: 'take-back' }
  /** There may be something to fetch, or to let go of, of the deals that the person keeps on this device. */
  | { type: 'keep' }
  /** Is another window of the app looked at? Answered, with a boolean, on the port that comes with it. */
  | { type: 'is-seen' };

/** The name of the Background Sync by which the browser wakes the service worker once there is a network. */
export type UploadsTag = 'uploads';
