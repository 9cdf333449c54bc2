/** What is told of the use of Counterpart (docs/product/app-shell.md, "Usage events"), and with what. No names of people, deals or documents. */
interface AnalyticsEvents {
  /** `transaction` null = one that has still to be chosen. */
  'upload_queue.files_added': { transaction: string | null; files: number; source: FileSource };
  ADD_TO_TRANSACTION_CLICKED: { transaction: string; documents: number };
  DOCUMENTS_ADDED: { transaction: string; documents: number };
  /** Told only of deals that are made to try things out (src/contract/rules/transactions/trial-deal.ts). */
  TRANSACTION_CREATED: { transaction: string };
}

/** How files came into the queue. */
export type FileSource = 'picked' | 'dropped' | 'pasted' | 'opened' | 'shared';

/** The `detail` of `counterpart:analytics`. */
export type AnalyticsDetail = {
  [Event in keyof AnalyticsEvents]: { event: Event; properties: AnalyticsEvents[Event] };
}[keyof AnalyticsEvents];

type Hear = (detail: AnalyticsDetail) => void;

let hear: Hear | null = null;
let unheard: AnalyticsDetail[] = [];

/**
 * Tells that something was done: as a `counterpart:analytics` event of the window, which a firm's own script may hear, and to
 * src/app/events/, which is fetched later than the first of it may happen.
 */
export function track(detail: AnalyticsDetail): void {
  window.dispatchEvent(new CustomEvent<AnalyticsDetail>('counterpart:analytics', { detail }));
  if (hear) hear(detail);
  else unheard.push(detail);
}

/** Hears what is tracked, from the start on. Answers how to stop. */
export function subscribeTracked(listener: Hear): () => void {
  hear = listener;
  for (const detail of unheard) listener(detail);
  unheard = [];
  return () => {
    hear = null;
  };
}
