/** Messages from a page to the service worker, besides Workbox's own. */
export type ServiceWorkerMessage =
  /** Files are being uploaded: continue when no page does anymore. */
  | { type: 'carry-on' }
  /** A page is back, and continues by itself. */
  | { type: 'take-back' }
  /** There may be something to fetch or delete for the user's offline deals. */
  | { type: 'keep' }
  /** Is the user looking at another window of the app? Answered, with a boolean, on the port of the message. */
  | { type: 'is-seen' };

/** The name of the Background Sync with which the browser wakes the service worker once there is a network. */
export type UploadsTag = 'uploads';
