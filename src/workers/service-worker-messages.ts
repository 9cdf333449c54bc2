/**
 * Messages from a page to the service worker, besides Workbox's own. Tabs that weren't reloaded after an update still send the old
 * messages to the new service worker, so message names never change.
 */
export type ServiceWorkerMessage =
  /** Files are being uploaded: continue once no page does so anymore. */
  | { type: 'carry-on' }
  /** A page is back, and continues the uploads itself. */
  | { type: 'take-back' }
  /** There may be something to fetch or delete for the user's offline deals. */
  | { type: 'keep' }
  /** Is the user looking at another window of the app? The answer is a boolean, sent on the message's port. */
  | { type: 'is-seen' };

/** The name of the Background Sync event that wakes the service worker once there is a network. */
export type UploadsTag = 'uploads';
