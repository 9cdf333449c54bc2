import { useLiveQuery } from 'dexie-react-hooks';
import { seesWithoutPart } from '../../db/queries/transactions/deal-rights.ts';
import { me } from '../../db/queries/account/session.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { useMirror } from '../session/mirror-context.ts';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';

interface LeaveDealDialogProps {
  deal: TransactionRow;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asked before a person leaves a deal. Who administers its organization goes on seeing it. */
export function LeaveDealDialog({ deal, onConfirm, onClose }: LeaveDealDialogProps) {
  const db = useMirror();
  const user = useLiveQuery(() => me(db), [db]);
  return (
    <ConfirmDialog
      title={`Leave “${deal.name}”?`}
      confirm="Leave transaction"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {seesWithoutPart(user, deal)
        ? 'You take part in it no more until somebody adds you again. As an administrator of its organization you still see it, or with strict data access its outline. For the others it stays as it is.'
        : 'You will not see it any more until somebody adds you again; for the others it stays as it is. It goes from this device once the server has your answer.'}
    </ConfirmDialog>
  );
}
