import type { TransactionRow } from '../../db/rows.ts';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';

interface DeleteDealDialogProps {
  deal: Pick<TransactionRow, 'name'>;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a deal is deleted for good. */
export function DeleteDealDialog({ deal, onConfirm, onClose }: DeleteDealDialogProps) {
  return (
    <ConfirmDialog
      title={`Delete “${deal.name}”?`}
      confirm="Delete transaction"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      This deletes the transaction, its checklist and its documents for every participant. You cannot undo
      this. To hide it only for yourself, archive it from its menu in the list of transactions.
    </ConfirmDialog>
  );
}
