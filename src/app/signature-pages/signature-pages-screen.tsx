import { useParams } from 'react-router-dom';
import type { TransactionRow } from '../../db/rows.ts';
import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';
import { PageEditor } from './editor/page-editor.tsx';
import { GalleryScreen } from './gallery/gallery-screen.tsx';

interface SignaturePagesScreenProps {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  /** Height of what covers the lower end of the page, px. */
  roomBelow: number;
}

/** A deal's signature pages, or the one that the address names. */
export function SignaturePagesScreen(props: SignaturePagesScreenProps) {
  const { page } = useParams();
  return page === undefined ? <GalleryScreen {...props} /> : <PageEditor {...props} page={page} />;
}
