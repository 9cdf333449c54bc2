import { useLiveQuery } from 'dexie-react-hooks';
import { seesWithoutPart } from '../../db/queries/transactions/deal-rights.ts';
import { me } from '../../db/queries/account/session.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { useMirror } from '../session/mirror-context.ts';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { LEAVING } from './transaction-copy.ts';

interface LeaveDealDialogProps {
  deal: TransactionRow;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before the user leaves a deal. Administrators of its organization still see the deal afterward. */
export function LeaveDealDialog({ deal, onConfirm, onClose }: LeaveDealDialogProps) {
  const db = useMirror();
  const user = useLiveQuery(() => me(db), [db]);
  return (
    <ConfirmDialog
      title={LEAVING.title(deal.name)}
      confirm={LEAVING.confirm}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {seesWithoutPart(user, deal) ? LEAVING.administratorText : LEAVING.text}
    </ConfirmDialog>
  );
}
