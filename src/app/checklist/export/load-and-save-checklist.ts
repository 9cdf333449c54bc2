import type { MirrorDatabase } from '../../../db/database.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { DOWNLOAD } from '../checklist-copy.ts';
import type { ChecklistFile } from '../checklist-keys.ts';
import type { ChecklistToExport } from './checklist-table.ts';

type Shown = Omit<ChecklistToExport, 'parties' | 'snapshot'>;

/** Saves the whole checklist as a file, with code that is loaded for it. If that fails, a toast says so. */
export async function saveChecklist(
  {
    db,
    whole,
    ...shown
  }: Shown & { db: MirrorDatabase; whole: () => Promise<ChecklistToExport['snapshot']> },
  as: ChecklistFile,
): Promise<void> {
  try {
    const [snapshot, file] = await Promise.all([whole(), import('./save-checklist.ts')]);
    await file.saveChecklist(db, { ...shown, snapshot }, as);
  } catch (error) {
    reportError(error);
    pushToast({ id: 'checklist-file', level: 'error', message: DOWNLOAD.failed });
  }
}
