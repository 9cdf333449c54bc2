import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { noticesSince } from '../../db/queries/notices.ts';
import { useMirror } from '../session/mirror-context.ts';
import { pushToast } from './toast-store.ts';

const pageStart = new Date().toISOString();
/** Outlives the component: a notice shown before a visit to /login is not shown again after it. */
const seen = new Set<string>();

/** Brings the engine's notices since the page was opened to the toaster, each once. */
export function MirrorNotices() {
  const db = useMirror();
  const notices = useLiveQuery(() => noticesSince(db, pageStart), [db]);
  useEffect(() => {
    for (const notice of notices ?? []) {
      if (seen.has(notice.id)) continue;
      seen.add(notice.id);
      const { id, level, message, lasting = false } = notice;
      pushToast({ id, level, message, lasting });
    }
  }, [notices]);
  return null;
}
