import { useMemo, useSyncExternalStore } from 'react';
import { pageFieldsView, type PageFields } from '../../../db/queries/signing/pages/page-fields.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { NO_FIELDS } from './field-page.ts';

const NO_VIEW = { subscribe: () => () => undefined, getSnapshot: () => null };

/** Returns the signing fields of a signature page; null while they are being read, or if there is no page. */
export function usePageFields(transaction: string, page: string | null): PageFields | null {
  const db = useMirror();
  const hasPage = page !== null;
  const view = useMemo(
    () => (hasPage ? pageFieldsView(db, transaction) : NO_VIEW),
    [db, transaction, hasPage],
  );
  const pages = useSyncExternalStore(view.subscribe, view.getSnapshot);
  return pages && page !== null ? (pages.get(page) ?? NO_FIELDS) : null;
}
