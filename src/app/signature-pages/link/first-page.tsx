import { Link, Navigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import FileSignature from 'lucide-react/icons/file-signature';
import SearchX from 'lucide-react/icons/search-x';
import { firstSignaturePage } from '../../../db/queries/signing/pages/item-pages.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { viewerPath } from '../../viewer/viewer-place.ts';
import { LINK } from './link-copy.ts';

/**
 * Redirects to a document's first signature page. A generated page opens in the editor, and a page of the file opens in the
 * viewer.
 */
export function FirstPage({ deal, item }: { deal: TransactionRow; item: string }) {
  const db = useMirror();
  const mayEdit = useMayEdit();
  const first = useLiveQuery(() => firstSignaturePage(db, item), [db, item]);
  if (!first) return null;
  const own = `/transaction/${deal.uuid}`;
  const { name, page } = first;
  if (page?.source === 'generated') return <Navigate to={`${own}/signature-pages/${page.uuid}`} replace />;
  if (page && page.document !== null)
    return <Navigate to={viewerPath(deal.uuid, page.document, page.refPageNumber ?? 1)} replace />;
  if (name === null)
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={LINK.notFoundTitle}
        actions={<Link to={`${own}/signature-pages`}>{LINK.toPages}</Link>}
      >
        {LINK.notFound}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<FileSignature aria-hidden="true" />}
      title={LINK.noPagesTitle}
      actions={<Link to={`${own}/signatures`}>{LINK.toMatrix}</Link>}
    >
      {(mayEdit ? LINK.noPages : LINK.noPagesViewOnly)(name)}
    </EmptyState>
  );
}
