import { useState, type ReactNode } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { wentOut } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import type { MarkedPage } from '../../../db/queries/signing/pages/marked-pages.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { MARKS, UNMARK } from './signing-copy.ts';
import type { PageSigning } from './use-page-signing.ts';

interface MarkToggle {
  /** Marks or unmarks the page. Asks first if that would remove assignments. */
  toggle: (page: number) => void;
  /** The open dialog. */
  question: ReactNode;
  /** The announcement of the last act, for screen readers. */
  said: string;
}

/** Returns the functions with which the user marks and unmarks pages. */
export function useMarkToggle(signing: PageSigning): MarkToggle {
  const [asking, setAsking] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const names = useNames(signing.marked);
  const unmark = (page: number) => {
    signing.unmark(page);
    setSaid(MARKS.unmarked(page));
  };
  const asked = asking === null ? undefined : signing.marked.get(asking);
  return {
    said,
    toggle(page) {
      if (!signing.mayMark(page)) return;
      const marked = signing.marked.get(page);
      if (!marked) {
        signing.mark(page);
        return setSaid(MARKS.marked(page));
      }
      const sent = marked.assignments.filter(({ status }) => wentOut(status));
      if (sent.length > 0)
        return pushToast({ id: 'unmark', level: 'error', message: UNMARK.refused(page, names(sent)) });
      if (marked.assignments.length > 0) return setAsking(page);
      unmark(page);
    },
    question:
      asking !== null && asked ? (
        <ConfirmDialog
          title={UNMARK.title(asking)}
          confirm={UNMARK.confirm}
          onConfirm={() => unmark(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{UNMARK.text(names(asked.assignments))}</p>
        </ConfirmDialog>
      ) : null,
  };
}

/** Returns a function that lists the names of the people who give these signatures, each of them once. */
function useNames(marked: ReadonlyMap<number, MarkedPage>) {
  const db = useMirror();
  const named = useLiveQuery(async () => {
    const uuids = [...marked.values()].flatMap(({ assignments }) =>
      assignments.map(({ signatory }) => signatory),
    );
    const rows = await db.signatories.bulkGet(uuids);
    return new Map(rows.flatMap((row) => (row ? [[row.uuid, row.fullName] as const] : [])));
  }, [db, marked]);
  return (assignments: MarkedPage['assignments']) => [
    ...new Set(assignments.flatMap(({ signatory }) => named?.get(signatory) ?? [])),
  ];
}
