import { useCallback, useEffect, useReducer } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { hasQueueGrown } from '../../upload-queue/use-queue-visible.ts';

interface Drawer {
  open: boolean;
  /** Files in the queue; undefined until they have been read. */
  count: number | undefined;
}

type DrawerEvent = { count: number | undefined } | { open: boolean };

/**
 * The drawer opens when the file count grows (docs/product/upload-queue.md, "Where it shows"), including files that were added
 * on the way to the page. Files that were in the queue before do not open it.
 */
function followDrawer(last: Drawer, event: DrawerEvent): Drawer {
  if ('open' in event) return { ...last, open: event.open };
  const grown = last.count !== undefined && (event.count ?? 0) > last.count;
  return { open: last.open || grown, count: event.count };
}

/** Returns whether the drawer is open, because the user opened it or because files arrived. */
export function useQueueDrawer(count: number | undefined): {
  open: boolean;
  setOpen: (open: boolean) => void;
} {
  const location = useLocation();
  const navigate = useNavigate();
  const grown = hasQueueGrown(location.state);
  const [{ open }, dispatch] = useReducer(followDrawer, { open: grown, count: undefined });
  useEffect(() => dispatch({ count }), [count]);
  useEffect(() => {
    // Clear it, because a reload or a visit from history brings no files.
    if (grown) void navigate(location, { replace: true, state: null });
  }, [grown, navigate, location]);
  const setOpen = useCallback((next: boolean) => dispatch({ open: next }), []);
  return { open, setOpen };
}
