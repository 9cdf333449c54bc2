/** The analytics events (docs/product/app-shell.md, "Usage events") and their properties. No names of people, deals or documents. */
interface AnalyticsEvents {
  /** `transaction` is null if none is chosen yet. */
  'upload_queue.files_added': { transaction: string | null; files: number; source: FileSource };
  ADD_TO_TRANSACTION_CLICKED: { transaction: string; documents: number };
  DOCUMENTS_ADDED: { transaction: string; documents: number };
  /** Sent only for trial deals (src/contract/rules/transactions/trial-deal.ts). */
  TRANSACTION_CREATED: { transaction: string };
}

/** How files came into the queue. */
export type FileSource = 'picked' | 'dropped' | 'pasted' | 'opened' | 'shared';

/** The `detail` of `counterpart:analytics`. */
export type AnalyticsDetail = {
  [Event in keyof AnalyticsEvents]: { event: Event; properties: AnalyticsEvents[Event] };
}[keyof AnalyticsEvents];

type TrackListener = (detail: AnalyticsDetail) => void;

let listener: TrackListener | null = null;
let undelivered: AnalyticsDetail[] = [];

/**
 * Reports that the user did something. It dispatches a `counterpart:analytics` event on the window, for a firm's own script,
 * and notifies src/app/events/, which loads later: events until then are kept for it.
 */
export function track(detail: AnalyticsDetail): void {
  window.dispatchEvent(new CustomEvent<AnalyticsDetail>('counterpart:analytics', { detail }));
  if (listener) listener(detail);
  else undelivered.push(detail);
}

/** Subscribes to all events since the page loaded. Returns an unsubscribe function. */
export function subscribeTracked(next: TrackListener): () => void {
  listener = next;
  for (const detail of undelivered) next(detail);
  undelivered = [];
  return () => {
    listener = null;
  };
}
