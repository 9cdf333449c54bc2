import { archiveTransaction } from '../../../db/commands/transactions/archive-transaction.ts';
import { keepOffline, releaseDeal } from '../../../db/commands/transactions/keep-offline.ts';
import type { MirrorDatabase } from '../../../db/database.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { pushToast } from '../../toasts/toast-store.ts';

const KEPT_WORDS = { keep: 'will be kept on this device', release: 'is no longer kept on this device' };

/** Carries out a choice from a deal row's menu, and shows a toast once the device has saved it. */
export async function actOnDeal(
  db: MirrorDatabase,
  { uuid, name, archived }: TransactionRow,
  act: 'keep' | 'release' | 'archive',
): Promise<void> {
  if (act !== 'archive') {
    await (act === 'keep' ? keepOffline(db, uuid) : releaseDeal(db, uuid));
    pushToast({ id: `${act}/${uuid}`, level: 'success', message: `“${name}” ${KEPT_WORDS[act]}` });
    return;
  }
  await archiveTransaction(db, { uuid, archived: !archived });
  pushToast({
    id: `archived/${uuid}`,
    level: 'success',
    message: archived ? `“${name}” is active again` : `“${name}” is archived`,
    action: { label: 'Undo', run: () => runCommand(archiveTransaction(db, { uuid, archived })) },
  });
}
