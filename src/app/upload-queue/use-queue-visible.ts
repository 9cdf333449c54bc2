import { useLiveQuery } from 'dexie-react-hooks';
import { useLocation } from 'react-router-dom';
import { me } from '../../db/queries/account/session.ts';
import { useMirror } from '../session/mirror-context.ts';

interface Page {
  userLoaded: boolean;
  pathname: string;
  /** Whether the page is in a frame of another page. */
  embedded: boolean;
}

/** Navigation state for a link to a deal whose queue has just received files from another page. */
export const QUEUE_GREW = { queueGrew: true };

/** Returns whether navigation state from the browser's history is `QUEUE_GREW`. */
export function hasQueueGrown(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'queueGrew' in state;
}

const DEAL_PAGE = /^\/transaction\/[0-9a-f-]{36}(\/|$)/i;

/**
 * Returns whether the upload queue is visible (docs/product/upload-queue.md, "Where it shows"): the user is loaded, the page belongs to one transaction, and it is
 * not in a frame. No page under 'projects' matches.
 */
export function isQueueVisible({ userLoaded, pathname, embedded }: Page): boolean {
  return userLoaded && !embedded && DEAL_PAGE.test(pathname);
}

/** Returns whether the upload queue is visible on the current page. */
export function useQueueVisible(): boolean {
  const db = useMirror();
  const user = useLiveQuery(() => me(db), [db]);
  const { pathname } = useLocation();
  return isQueueVisible({ userLoaded: user !== undefined, pathname, embedded: window.parent !== window });
}
