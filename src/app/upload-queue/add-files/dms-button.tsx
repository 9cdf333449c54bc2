import { useLiveQuery } from 'dexie-react-hooks';
import FolderOpen from 'lucide-react/icons/folder-open';
import { dmsType, type DmsType } from '../../../contract/rules/documents/dms.ts';
import { me } from '../../../db/queries/account/session.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button } from '../../ui/button.tsx';
import { ADD_FILES } from '../upload-queue-copy.ts';

/** Opens the file picker of a document management system. The files chosen there go into the deal's queue. */
type OpenPicker = (transaction: string) => void;

/** A system without a picker has no button, because the button would do nothing. */
const PICKERS: Partial<Record<DmsType, OpenPicker>> = {};

/** Picks files from the user's document management system, if they have one (docs/product/document-systems.md). */
export function DmsButton({ transaction }: { transaction: string }) {
  const db = useMirror();
  const user = useLiveQuery(() => me(db), [db]);
  const choice = dmsChoice(user, PICKERS);
  if (!choice) return null;
  return (
    <Button icon={<FolderOpen aria-hidden="true" />} onClick={() => choice.open(transaction)}>
      {choice.label}
    </Button>
  );
}

/** Returns the button's label and picker; null = the user has no document management system, or their system has no picker. */
export function dmsChoice(
  user: Parameters<typeof dmsType>[0] | undefined,
  pickers: Partial<Record<DmsType, OpenPicker>>,
): { label: string; open: OpenPicker } | null {
  const type = user ? dmsType(user) : 'NONE';
  const open = pickers[type];
  return open ? { label: ADD_FILES.dmsName(type), open } : null;
}
