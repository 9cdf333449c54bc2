/** What is told of the use of Counterpart (upload spec 7), and with what. No names of people, deals or documents. */
interface AnalyticsEvents {
  /** `transaction` null = one that has still to be chosen. */
  'upload_queue.files_added': { transaction: string | null; files: number; source: FileSource };
  ADD_TO_TRANSACTION_CLICKED: { transaction: string; documents: number };
  DOCUMENTS_ADDED: { transaction: string; documents: number };
}

/** How files came into the queue. */
export type FileSource = 'picked' | 'dropped' | 'pasted' | 'opened' | 'shared';

/** The `detail` of `counterpart:analytics`. */
export type AnalyticsDetail = {
  [Event in keyof AnalyticsEvents]: { event: Event; properties: AnalyticsEvents[Event] };
}[keyof AnalyticsEvents];

/**
 * Tells that something was done, as a `counterpart:analytics` event of the window, which a firm's own script may hear.
 * Nothing leaves the device by itself.
 */
export function track(detail: AnalyticsDetail): void {
  window.dispatchEvent(new CustomEvent<AnalyticsDetail>('counterpart:analytics', { detail }));
}
