import { useEffect, useRef } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { allNotices } from '../../db/queries/status/notices.ts';
import { useMirror } from '../session/mirror-context.ts';
import { showNotices } from './show-notices.ts';

const pageStart = new Date().toISOString();

/** Shows each of the engine's notices since the page was opened once, as a toast. */
export function MirrorNotices() {
  const db = useMirror();
  const notices = useLiveQuery(() => allNotices(db), [db]);
  const followed = useRef(false);
  useEffect(() => {
    if (!notices) return;
    const between = { since: pageStart, now: new Date().toISOString() };
    showNotices(notices, followed.current ? null : between);
    followed.current = true;
  }, [notices]);
  return null;
}
