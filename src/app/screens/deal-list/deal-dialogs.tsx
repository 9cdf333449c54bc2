import { deleteTransaction } from '../../../db/commands/transactions/delete-transaction.ts';
import { leaveTransaction } from '../../../db/commands/transactions/leave-transaction.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { useMirror } from '../../session/mirror-context.ts';
import type { DealAct } from './deal-menu-popover.tsx';
import { DeleteDealDialog } from '../../transaction/delete-deal-dialog.tsx';
import { LeaveDealDialog } from '../../transaction/leave-deal-dialog.tsx';
import { PeopleDialog } from '../../transaction/people-dialog.tsx';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';

const TransactionDialog = lazyComponent(() =>
  import('../../transaction/transaction-dialog.tsx').then((module) => module.TransactionDialog),
);

/** The open dialog, and its deal. */
export type DealQuestion =
  | { kind: 'create' }
  | { kind: Exclude<DealAct, 'archive' | 'keep' | 'release'>; deal: TransactionRow };

/** The dialog opened from a row menu or from "New transaction". */
export function DealDialog({ asked, onClose }: { asked: DealQuestion; onClose: () => void }) {
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
        <LeaveDealDialog
          deal={asked.deal}
          onConfirm={() => runCommand(leaveTransaction(db, { uuid: asked.deal.uuid }))}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        <DeleteDealDialog
          deal={asked.deal}
          onConfirm={() => runCommand(deleteTransaction(db, { uuid: asked.deal.uuid }))}
          onClose={onClose}
        />
      );
  }
}
