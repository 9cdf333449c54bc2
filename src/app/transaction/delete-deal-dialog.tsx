import type { TransactionRow } from '../../db/rows.ts';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { DELETION } from './transaction-copy.ts';

interface DeleteDealDialogProps {
  deal: Pick<TransactionRow, 'name'>;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before deleting a deal permanently. */
export function DeleteDealDialog({ deal, onConfirm, onClose }: DeleteDealDialogProps) {
  return (
    <ConfirmDialog
      title={DELETION.title(deal.name)}
      confirm={DELETION.confirm}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {DELETION.text}
    </ConfirmDialog>
  );
}
