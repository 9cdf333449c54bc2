/** Where a person is. */
interface Place {
  userLoaded: boolean;
  pathname: string;
  /** In a frame of another page. */
  embedded: boolean;
}

/** What the way to a deal's page carries where files have just come into its queue from elsewhere. */
export const QUEUE_GREW = { queueGrew: true };

/** Whether files have come into the queue on the way to the page; `state` is the history's, as the router keeps it. */
export function hasQueueGrown(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'queueGrew' in state;
}

const DEAL_PAGE = /^\/transaction\/[0-9a-f-]{36}(\/|$)/i;

/**
 * Whether the upload queue is shown (docs/product/upload-queue.md, "Where it shows"): to a loaded user, on a page of a transaction by its id, in no frame.
 * The pages under 'projects' are none of these.
 */
export function isQueueShown({ userLoaded, pathname, embedded }: Place): boolean {
  return userLoaded && !embedded && DEAL_PAGE.test(pathname);
}
