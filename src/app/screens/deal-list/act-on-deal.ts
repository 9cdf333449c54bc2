import { archiveTransaction } from '../../../db/commands/transactions/archive-transaction.ts';
import { keepOffline, releaseDeal } from '../../../db/commands/transactions/keep-offline.ts';
import type { MirrorDatabase } from '../../../db/database.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { TOASTS } from './deal-actions-copy.ts';

/** Runs a menu action of a deal row, and shows a toast once it is saved on the device. */
export async function actOnDeal(
  db: MirrorDatabase,
  { uuid, name, archived }: TransactionRow,
  act: 'keep' | 'release' | 'archive',
): Promise<void> {
  if (act !== 'archive') {
    await (act === 'keep' ? keepOffline(db, uuid) : releaseDeal(db, uuid));
    pushToast({
      id: `${act}/${uuid}`,
      level: 'success',
      message: act === 'keep' ? TOASTS.kept(name) : TOASTS.released(name),
    });
    return;
  }
  await archiveTransaction(db, { uuid, archived: !archived });
  pushToast({
    id: `archived/${uuid}`,
    level: 'success',
    message: archived ? TOASTS.unarchived(name) : TOASTS.archived(name),
    action: { label: TOASTS.undo, run: () => runCommand(archiveTransaction(db, { uuid, archived })) },
  });
}
