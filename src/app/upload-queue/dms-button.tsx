import { useLiveQuery } from 'dexie-react-hooks';
import FolderOpen from 'lucide-react/icons/folder-open';
import { dmsType, type DmsType } from '../../contract/rules/dms.ts';
import { me } from '../../db/queries/session.ts';
import { Button } from '../parts/button.tsx';
import { useMirror } from '../session/mirror-context.ts';

/** Opens the picker of a document management system; what is chosen there comes into the deal's queue. */
type OpenPicker = (transaction: string) => void;

/** The pickers that there are. A system without one has no button: it would do nothing. */
const pickers: Partial<Record<DmsType, OpenPicker>> = {};

/** Picks files from the person's document management system, where they have one (upload spec 2). */
export function DmsButton({ transaction }: { transaction: string }) {
  const db = useMirror();
  const user = useLiveQuery(() => me(db), [db]);
  const type = user ? dmsType(user) : 'NONE';
  const open = pickers[type];
  if (!open) return null;
  return (
    <Button icon={<FolderOpen aria-hidden="true" />} onClick={() => open(transaction)}>
      {type === 'IMANAGE' ? 'iManage' : 'NetDocuments'}
    </Button>
  );
}
