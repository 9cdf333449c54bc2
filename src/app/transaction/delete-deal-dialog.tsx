import type { TransactionRow } from '../../db/rows.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface DeleteDealDialogProps {
  deal: Pick<TransactionRow, 'name'>;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asked before a deal is deleted, which nobody can take back. */
export function DeleteDealDialog({ deal, onConfirm, onClose }: DeleteDealDialogProps) {
  return (
    <ConfirmDialog
      title={`Delete “${deal.name}”?`}
      confirm="Delete transaction"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      The transaction goes for everybody who works on it, with its checklist and documents. This cannot be
      taken back. To put it away for yourself alone, archive it from the menu of its row in the list of
      transactions.
    </ConfirmDialog>
  );
}
