import { useLiveQuery } from 'dexie-react-hooks';
import FolderOpen from 'lucide-react/icons/folder-open';
import type { DmsType } from '../../contract/rules/documents/dms.ts';
import { me } from '../../db/queries/account/session.ts';
import { Button } from '../ui/button.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { dmsChoice, type OpenPicker } from './dms-choice.ts';

/** The pickers that there are. A system without one has no button: it would do nothing. */
const pickers: Partial<Record<DmsType, OpenPicker>> = {};

/** Picks files from the person's document management system, where they have one (docs/product/document-systems.md, "Which system"). */
export function DmsButton({ transaction }: { transaction: string }) {
  const db = useMirror();
  const user = useLiveQuery(() => me(db), [db]);
  const choice = dmsChoice(user, pickers);
  if (!choice) return null;
  return (
    <Button icon={<FolderOpen aria-hidden="true" />} onClick={() => choice.open(transaction)}>
      {choice.label}
    </Button>
  );
}
