import { useMemo } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { placeOfFilePage } from '../../../contract/rules/signing/pages/file-pages.ts';
import {
  createAssignments,
  deleteAssignments,
} from '../../../db/commands/signing/assignments/assignments.ts';
import { markPages, unmarkPage } from '../../../db/commands/signing/pages/mark-pages.ts';
import type { ViewedDocument } from '../../../db/queries/documents/deal-documents.ts';
import { markedPages, type MarkedPage } from '../../../db/queries/signing/pages/marked-pages.ts';
import type { CollectionRow } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { ACTS } from './signing-copy.ts';

/** A signatory in one of their capacities. */
export interface Signer {
  signatory: string;
  authRep: string | null;
  name: string;
}

/** The signature pages of the document in the viewer, and the user's actions on them. */
export interface PageSigning {
  /** The signature pages, by page number. */
  marked: ReadonlyMap<number, MarkedPage>;
  /**
   * Whether the user can mark a page: they have edit access, and the page belongs to a current version on the
   * checklist.
   */
  mayMark: (page: number) => boolean;
  mark: (page: number) => void;
  unmark: (page: number) => void;
  assign: (page: number, signer: Signer) => void;
  unassign: (page: number, assignment: CollectionRow<'assignments'>, name: string) => void;
}

const NO_PAGES: ReadonlyMap<number, MarkedPage> = new Map();

/** Returns the signature pages of a document and the actions on them, which can be undone. */
export function usePageSigning(shown: ViewedDocument | null | undefined): PageSigning {
  const db = useMirror();
  const act = useCarryOutAct();
  const mayEdit = useMayEdit();
  const document = shown?.row.uuid ?? null;
  const belongsTo = shown?.belongsTo?.uuid ?? null;
  const found = useLiveQuery(
    async () =>
      document !== null && belongsTo !== null
        ? markedPages(db, { item: belongsTo, document })
        : { byNumber: NO_PAGES, numbers: [] },
    [db, document, belongsTo],
  );
  const item = shown?.item ?? null;
  return useMemo(() => {
    const marked = found?.byNumber ?? NO_PAGES;
    const numbers = found?.numbers ?? [];
    const uuids = new Map(item?.pages.map(({ uuid, refPageNumber }) => [refPageNumber, uuid]));
    const transaction = item?.transaction ?? '';
    const name = item?.name ?? '';
    return {
      marked,
      mayMark: (page) => mayEdit && found !== undefined && uuids.has(page),
      mark(page) {
        const uuid = uuids.get(page);
        if (!item || item.document === null || uuid === undefined || marked.has(page)) return;
        const order = placeOfFilePage(numbers, page);
        const file = { item: item.uuid, document: item.document, refPageNumber: page, order };
        act(ACTS.mark(page, name), markPages(db, [{ transaction, uuid, ...file }]));
      },
      unmark(page) {
        const uuid = uuids.get(page);
        if (!item || uuid === undefined || !marked.has(page)) return;
        act(ACTS.unmark(page, name), unmarkPage(db, { transaction, uuid, item: item.uuid }));
      },
      assign(page, { signatory, authRep, name: signer }) {
        const row = marked.get(page)?.row;
        if (!row) return;
        const named = { uuid: newUuid(), item: row.item, page: row.uuid, pageOrder: row.order };
        const assignments = [{ ...named, signatory, authRep }];
        act(ACTS.assign(page, signer), createAssignments(db, { transaction, assignments }));
      },
      unassign(page, { uuid, item: ofItem, itemPageUuid, signatory, authRep }, signer) {
        const assignments = [{ uuid, item: ofItem, page: itemPageUuid, pageOrder: 0, signatory, authRep }];
        act(ACTS.unassign(page, signer), deleteAssignments(db, { transaction, assignments }));
      },
    };
  }, [found, item, mayEdit, act, db]);
}
