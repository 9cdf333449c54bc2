import { useRef, useState } from 'react';
import Download from 'lucide-react/icons/download';
import FolderInput from 'lucide-react/icons/folder-input';
import type { SyncApi } from '../../workers/sync-api.ts';
import { Button } from '../ui/button.tsx';
import { counted } from '../lib/format/numbers.ts';
import { saveFile } from '../lib/device/save-file.ts';
import { useLoadedUser } from '../session/mirror-context.ts';
import { syncClient } from '../sync-client.ts';
import styles from './unsent-work.module.css';

type Imported = Awaited<ReturnType<SyncApi['importUnsentWork']>>;

interface UnsentWorkProps {
  /** Where work is only to be taken out. */
  exportOnly?: boolean;
}

/** Takes all unsent work out of this device as one file, or such a file in; says what came of it. */
export function UnsentWork({ exportOnly = false }: UnsentWorkProps) {
  const { account } = useLoadedUser();
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  const run = (work: () => Promise<string>, failure: string) => {
    setBusy(true);
    setSaid('');
    work()
      .then(setSaid, (error: unknown) => {
        reportError(error);
        setSaid(failure);
      })
      .finally(() => setBusy(false));
  };
  const exportWork = async () => {
    const { userId, email } = account;
    const { archive, unreadable } = await syncClient().exportUnsentWork({ userId, email });
    saveFile(archive, fileName(new Date()));
    const saved = 'The file goes to your downloads. What is on this device is as it was.';
    if (unreadable.length === 0) return saved;
    const files = unreadable.join(', ');
    return `${saved} Not in it, since this device cannot read them any more: ${files}.`;
  };
  const importWork = async (archive: File) =>
    inWords(await syncClient().importUnsentWork(account.userId, archive));

  return (
    <div>
      <div className={styles.buttons}>
        <Button
          icon={<Download aria-hidden="true" />}
          disabled={busy}
          onClick={() => run(exportWork, 'The file could not be made. What is on this device is as it was.')}
        >
          Export unsent work
        </Button>
        {exportOnly ? null : (
          <>
            <Button
              icon={<FolderInput aria-hidden="true" />}
              disabled={busy}
              onClick={() => picker.current?.click()}
            >
              Import…
            </Button>
            <input
              ref={picker}
              type="file"
              accept=".zip,application/zip"
              hidden
              aria-label="File of unsent work"
              onChange={({ currentTarget }) => {
                const [archive] = currentTarget.files ?? [];
                // The same file may be picked again.
                currentTarget.value = '';
                if (archive)
                  run(
                    async () => importWork(archive),
                    'The file could not be taken in. Nothing has changed.',
                  );
              }}
            />
          </>
        )}
      </div>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </div>
  );
}

function fileName(now: Date): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `counterpart-unsent-work-${now.getFullYear()}-${month}-${day}.zip`;
}

function inWords(imported: Imported): string {
  switch (imported.outcome) {
    case 'imported': {
      const leftOut = settledInWords(imported.settled);
      if (imported.edits + imported.files === 0)
        return leftOut ? `Nothing was taken in. ${leftOut}` : 'All of it is on this device already.';
      const edits = counted(imported.edits, 'change', 'changes');
      const files = counted(imported.files, 'file', 'files');
      return `Taken in: ${edits}, ${files}. What had reached the server already is not done again. ${leftOut}`.trim();
    }
    case 'someone_else':
      return `This is the work of ${imported.email}. It can be taken in only where they are signed in. Nothing has changed.`;
    case 'damaged':
      return 'This file is damaged, or it is not a file of unsent work. Nothing has changed.';
    case 'newer':
      return 'This file was made by a newer version of Counterpart. Reload to update, then import it again.';
    case 'no_room':
      return 'There is not enough room on this device for the files in it. Nothing has changed.';
  }
}

function settledInWords(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'One was left out: you have discarded it, taken it off the queue or tried it again here.'
    : `${count} were left out: you have discarded them, taken them off the queue or tried them again here.`;
}
