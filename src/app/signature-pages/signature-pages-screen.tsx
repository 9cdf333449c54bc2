import { useParams, useSearchParams } from 'react-router-dom';
import type { TransactionRow } from '../../db/rows.ts';
import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';
import { PageEditor } from './editor/page-editor.tsx';
import { GalleryScreen } from './gallery/gallery-screen.tsx';
import { FirstPage } from './link/first-page.tsx';

interface SignaturePagesScreenProps {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  /** Height of the panel that covers the lower end of the page, px. */
  roomBelow: number;
}

/**
 * The gallery of a deal's signature pages, or the page named in the address: by its uuid, or as the first page of `?itemId=`.
 */
export function SignaturePagesScreen(props: SignaturePagesScreenProps) {
  const { page } = useParams();
  const item = useSearchParams()[0].get('itemId');
  if (page === undefined && item !== null && props.snapshot.state === 'ready')
    return <FirstPage deal={props.deal} item={item} />;
  return page === undefined ? <GalleryScreen {...props} /> : <PageEditor {...props} page={page} />;
}
