/** Messages from a page to the service worker, besides Workbox's own. */
export type ServiceWorkerMessage =
  /** Files are on their way: go on with them when no page does any more. */
  | { type: 'carry-on' }
  /** A page is back, and continues by itself. */
  | { type: 'take-back' }
  /** There may be something to fetch or delete for the user's offline deals. */
  | { type: 'keep' }
  /** Is another window of the app looked at? Answered, with a boolean, on the port that comes with it. */
  | { type: 'is-seen' };

/** The name of the Background Sync by which the browser wakes the service worker once there is a network. */
export type UploadsTag = 'uploads';
