import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { noticesSince } from '../../db/queries/notices.ts';
import { useMirror } from '../session/mirror-context.ts';
import { showNotice } from './show-notice.ts';

const pageStart = new Date().toISOString();

/** Brings the engine's notices since the page was opened to the toaster, each once. */
export function MirrorNotices() {
  const db = useMirror();
  const notices = useLiveQuery(() => noticesSince(db, pageStart), [db]);
  useEffect(() => {
    for (const notice of notices ?? []) showNotice(notice);
  }, [notices]);
  return null;
}
