import { useLiveQuery } from 'dexie-react-hooks';
import { useLocation } from 'react-router-dom';
import { me } from '../../db/queries/account/session.ts';
import { useMirror } from '../session/mirror-context.ts';
import { isQueueShown } from './queue-place.ts';

/** Whether the upload queue is shown on this page, to this person. */
export function useQueueShown(): boolean {
  const db = useMirror();
  const user = useLiveQuery(() => me(db), [db]);
  const { pathname } = useLocation();
  return isQueueShown({ userLoaded: user !== undefined, pathname, embedded: window.parent !== window });
}
