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
const LeaveDealDialog = fetched(() =>
  import('../../transaction/leave-deal-dialog.tsx').then((module) => module.LeaveDealDialog),
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
        <LeaveDealDialog
          deal={asked.deal}
          onConfirm={() => carryOut(leaveTransaction(db, { uuid: asked.deal.uuid }))}
          onClose={onClose}
        />
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
