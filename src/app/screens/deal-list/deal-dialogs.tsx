import { deleteTransaction } from '../../../db/commands/delete-transaction.ts';
import { leaveTransaction } from '../../../db/commands/leave-transaction.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { carryOut } from '../../lib/carry-out.ts';
import { useMirror } from '../../session/mirror-context.ts';
import type { DealAct } from './deal-menu.tsx';
import { fetched } from '../../lib/fetched.tsx';

const TransactionDialog = fetched(() =>
  import('../../transaction/transaction-dialog.tsx').then((module) => module.TransactionDialog),
);
const PeopleDialog = fetched(() =>
  import('../../transaction/people-dialog.tsx').then((module) => module.PeopleDialog),
);
const ConfirmDialog = fetched(() =>
  import('../../ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);
const DeleteDealDialog = fetched(() =>
  import('../../transaction/delete-deal-dialog.tsx').then((module) => module.DeleteDealDialog),
);

/** What is asked or shown over the list: a new deal's details, or something of one that there is. */
export type DealQuestion =
  | { kind: 'create' }
  | { kind: Exclude<DealAct, 'archive' | 'keep' | 'release'>; deal: TransactionRow };

export function DealDialogs({ asked, onClose }: { asked: DealQuestion | null; onClose: () => void }) {
  return asked === null ? null : <DealDialog asked={asked} onClose={onClose} />;
}

function DealDialog({ asked, onClose }: { asked: DealQuestion; onClose: () => void }) {
  const db = useMirror();
  switch (asked.kind) {
    case 'create':
      return <TransactionDialog onClose={onClose} />;
    case 'details':
      return <TransactionDialog deal={asked.deal} onClose={onClose} />;
    case 'people':
      return <PeopleDialog deal={asked.deal} onClose={onClose} />;
    case 'leave':
      return (
        <ConfirmDialog
          title={`Leave “${asked.deal.name}”?`}
          confirm="Leave transaction"
          onConfirm={() => carryOut(leaveTransaction(db, { uuid: asked.deal.uuid }))}
          onClose={onClose}
        >
          You will not see it any more until somebody adds you again; for the others it stays as it is. It
          goes from this device once the server has your answer.
        </ConfirmDialog>
      );
    case 'delete':
      return (
        <DeleteDealDialog
          deal={asked.deal}
          onConfirm={() => carryOut(deleteTransaction(db, { uuid: asked.deal.uuid }))}
          onClose={onClose}
        />
      );
  }
}
